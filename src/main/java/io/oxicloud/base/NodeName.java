package io.oxicloud.base;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;

/**
 * The rule of names: one path segment in NFC that every client can spell and every listing can carry.
 *
 * <p>Refused are the empty name, {@code .} and {@code ..}, both slashes, control characters, what XML 1.0 cannot write,
 * half surrogate pairs (the databases store them differently) and names of more than 255 bytes in UTF-8, the limit of
 * the file systems that names come from and go to.
 */
public final class NodeName {
    /** In bytes of UTF-8. */
    public static final int MAX_LENGTH = 255;

    /**
     * The stored form of a name.
     *
     * @throws CloudException INVALID_INPUT, saying what is wrong with it
     */
    public static String of(String given) {
        // before normalising, which is quadratic in a run of combining marks: no form of a longer text fits
        if (given.length() > 4 * MAX_LENGTH) {
            throw refused("a name has at most " + MAX_LENGTH + " bytes");
        }
        given.codePoints().forEach(NodeName::check);
        String name = Normalizer.normalize(given, Normalizer.Form.NFC);
        if (name.isEmpty()) {
            throw refused("a name must not be empty");
        }
        if (name.equals(".") || name.equals("..")) {
            throw refused("'" + name + "' is not a name");
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > MAX_LENGTH) {
            throw refused("a name has at most " + MAX_LENGTH + " bytes");
        }
        return name;
    }

    private static void check(int codePoint) {
        if (codePoint == '/' || codePoint == '\\') {
            throw refused("a name must not contain '" + Character.toString(codePoint) + "'");
        }
        if (Character.isISOControl(codePoint)) {
            throw refused("a name must not contain control characters");
        }
        if (Character.getType(codePoint) == Character.SURROGATE || codePoint == 0xFFFE || codePoint == 0xFFFF) {
            throw refused("a name must be well-formed Unicode text");
        }
    }

    private static CloudException refused(String why) {
        return new CloudException(ErrorCode.INVALID_INPUT, why);
    }

    private NodeName() {}
}
