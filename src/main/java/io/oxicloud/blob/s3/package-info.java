/** Blobs in a bucket of S3, or of what speaks like it. The only place that knows Amazon's SDK. */
@NullMarked
package io.oxicloud.blob.s3;

import org.jspecify.annotations.NullMarked;
