package io.oxicloud.blob;

import io.oxicloud.base.Hash;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Names a blob: the digest of its bytes, and the life in which they were put there. A name is used for one content only
 * and never again after it was deleted, so that a late delete can hit nothing new (docs/storage.md, invariant 7).
 *
 * @param life any number; another one each time the same content comes back
 */
public record BlobName(Hash digest, int life) {
    private static final int DIGITS = 2 * Hash.LENGTH;
    private static final int LIFE_DIGITS = 8;

    /** The name that {@link #toString} writes so, or nothing for any other text. */
    public static Optional<BlobName> parse(String text) {
        if (!text.matches("[0-9a-f]{" + DIGITS + "}-[0-9a-f]{" + LIFE_DIGITS + "}")) {
            return Optional.empty();
        }
        return Optional.of(new BlobName(
                Hash.parse(text.substring(0, DIGITS)), HexFormat.fromHexDigits(text, DIGITS + 1, text.length())));
    }

    /** Two lower-case hex digits, the same for all names in one folder. */
    public String shard() {
        return digest.hex().substring(0, 2);
    }

    /** The name as files and objects bear it: 64 hex digits, a hyphen, 8 hex digits. */
    @Override
    public String toString() {
        return digest.hex() + "-" + HexFormat.of().toHexDigits(life);
    }
}
