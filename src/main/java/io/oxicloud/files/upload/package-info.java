/** Bytes on their way to become files: sent piece by piece, put together from what is there, held for their sender meanwhile. */
@NullMarked
package io.oxicloud.files.upload;

import org.jspecify.annotations.NullMarked;
