/** Blobs from far away, kept on a disk that is near. */
@NullMarked
package io.oxicloud.blob.cached;

import org.jspecify.annotations.NullMarked;
