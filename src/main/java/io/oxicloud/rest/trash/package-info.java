/** What was deleted, over HTTP. */
@NullMarked
package io.oxicloud.rest.trash;

import org.jspecify.annotations.NullMarked;
