package io.oxicloud.blob;

import io.oxicloud.base.Hash;
import java.util.HexFormat;

/**
 * Names a blob: the digest of its bytes, and the life in which they were put there. A name is used for one content only
 * and never again after it was deleted, so that a late delete can hit nothing new (docs/storage.md, invariant 7).
 *
 * @param life any number; another one each time the same content comes back
 */
public record BlobName(Hash digest, int life) {
    /** Two lower-case hex digits, the same for all names in one folder. */
    String shard() {
        return digest.hex().substring(0, 2);
    }

    /** The name as files and objects bear it: 64 hex digits, a hyphen, 8 hex digits. */
    @Override
    public String toString() {
        return digest.hex() + "-" + HexFormat.of().toHexDigits(life);
    }
}
