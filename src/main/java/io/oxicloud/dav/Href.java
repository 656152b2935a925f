package io.oxicloud.dav;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Paths as they stand in answers: all that RFC 3986 lets stand in a segment stands as it is, since clients compare texts. */
final class Href {
    private static final String KEPT = "-._~!$&'()*+,;=:@";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    /**
     * @param mount as it came in the request
     * @param segments decoded
     * @param folder whether it ends in a slash
     */
    static String of(String mount, List<String> segments, boolean folder) {
        var href = new StringBuilder(mount);
        segments.forEach(segment -> append(href.append('/'), segment));
        if (folder) {
            href.append('/');
        }
        return href.toString();
    }

    static void append(StringBuilder href, String segment) {
        for (byte b : segment.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || KEPT.indexOf(c) >= 0)) {
                href.append(c);
            } else {
                href.append('%').append(HEX[c >> 4]).append(HEX[c & 0xf]);
            }
        }
    }

    private Href() {}
}
