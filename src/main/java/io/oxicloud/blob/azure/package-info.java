/** Blobs in a container of Azure Blob Storage. The only place that knows Microsoft's SDK. */
@NullMarked
package io.oxicloud.blob.azure;

import org.jspecify.annotations.NullMarked;
