/** Folders as they were, over HTTP. */
@NullMarked
package io.oxicloud.rest.rewind;

import org.jspecify.annotations.NullMarked;
