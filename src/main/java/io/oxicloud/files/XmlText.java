package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.nio.charset.StandardCharsets;

/** Text that XML 1.0 can carry (its section 2.2), and both databases store alike. */
final class XmlText {
    /**
     * @param what for the message
     * @return its length in bytes of UTF-8
     * @throws CloudException INVALID_INPUT if it is none
     */
    static int of(String text, String what) {
        if (!text.codePoints().allMatch(XmlText::allowed)) {
            throw new CloudException(ErrorCode.INVALID_INPUT, what + " has a character that XML cannot carry");
        }
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean allowed(int codePoint) {
        if (codePoint < ' ') {
            return codePoint == '\t' || codePoint == '\n' || codePoint == '\r';
        }
        return Character.getType(codePoint) != Character.SURROGATE && codePoint != 0xFFFE && codePoint != 0xFFFF;
    }

    private XmlText() {}
}
