/** Blobs that their storage cannot read (docs/storage.md, "Encryption"). */
@NullMarked
package io.oxicloud.blob.encrypted;

import org.jspecify.annotations.NullMarked;
