/** Uploads in pieces, over HTTP. */
@NullMarked
package io.oxicloud.rest.session;

import org.jspecify.annotations.NullMarked;
