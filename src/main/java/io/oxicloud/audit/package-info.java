/** Who did what: append and query. */
@NullMarked
package io.oxicloud.audit;

import org.jspecify.annotations.NullMarked;
