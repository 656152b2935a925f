package io.oxicloud.files;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;

/**
 * The place of a name in a listing: compatibility-composed and case-folded, as UTF-8 bytes, the only column type that H2,
 * PostgreSQL and Java put in the same order. Names that differ only in case share one; the id decides between them.
 */
final class SortKey {
    /** In bytes. One character may fold to a dozen, and an index entry of PostgreSQL ends at 2,704. */
    static final int MAX_LENGTH = 512;

    static byte[] of(String name) {
        // through the capitals, as whole text: that unites what has one capital form (sharp s and ss, long and round s)
        String capitals =
                lower(Normalizer.normalize(name, Normalizer.Form.NFKC)).toUpperCase(Locale.ROOT);
        String key = Normalizer.normalize(lower(capitals), Normalizer.Form.NFKC);
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MAX_LENGTH ? bytes : Arrays.copyOf(bytes, MAX_LENGTH);
    }

    /** One character at a time: {@code String.toLowerCase} looks at the neighbours of a sigma. */
    private static String lower(String text) {
        int[] lower = text.codePoints().map(Character::toLowerCase).toArray();
        return new String(lower, 0, lower.length);
    }

    private SortKey() {}
}
