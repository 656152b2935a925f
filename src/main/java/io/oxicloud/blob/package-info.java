/** Bytes under names: the plug-point {@link io.oxicloud.blob.BlobBackend} and its backends. Knows no database. */
@NullMarked
package io.oxicloud.blob;

import org.jspecify.annotations.NullMarked;
