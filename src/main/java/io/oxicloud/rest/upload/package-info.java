/** Bytes into files: as forms, as bodies, by their digest, and chunk by chunk. */
@NullMarked
package io.oxicloud.rest.upload;

import org.jspecify.annotations.NullMarked;
