/** What was tried too often, as rows, so that all nodes count together. */
@NullMarked
package io.oxicloud.account.limit;

import org.jspecify.annotations.NullMarked;
