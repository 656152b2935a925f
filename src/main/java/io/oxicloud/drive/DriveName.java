package io.oxicloud.drive;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;

/** The rule of drive names. A drive's root folder bears the same name, so it is that of folders, with blank ends cut off. */
final class DriveName {
    /** In bytes of UTF-8. */
    private static final int MAX_LENGTH = 255;

    private DriveName() {}

    /**
     * The stored form.
     *
     * @throws CloudException INVALID_INPUT, saying what is wrong with it
     */
    static String of(String given) {
        if (given.length() > 4 * MAX_LENGTH) {
            throw refused("at most " + MAX_LENGTH + " bytes");
        }
        String name = Normalizer.normalize(given.strip(), Normalizer.Form.NFC);
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw refused("must not be empty, '.' or '..'");
        }
        name.codePoints().forEach(DriveName::check);
        if (name.getBytes(StandardCharsets.UTF_8).length > MAX_LENGTH) {
            throw refused("at most " + MAX_LENGTH + " bytes");
        }
        return name;
    }

    private static void check(int codePoint) {
        boolean illFormed =
                Character.getType(codePoint) == Character.SURROGATE || codePoint == 0xFFFE || codePoint == 0xFFFF;
        if (illFormed || codePoint == '/' || codePoint == '\\' || Character.isISOControl(codePoint)) {
            throw refused("must not contain slashes, control characters or half surrogate pairs");
        }
    }

    private static CloudException refused(String why) {
        return new CloudException(ErrorCode.INVALID_INPUT, "name: " + why);
    }
}
