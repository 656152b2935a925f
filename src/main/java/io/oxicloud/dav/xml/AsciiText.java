package io.oxicloud.dav.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Which characters of ASCII stand for themselves in an answer, and what stands for the others. Nobody changes the tables. */
final class AsciiText {
    /** For what XML cannot carry. */
    static final byte[] REPLACEMENT = "\ufffd".getBytes(StandardCharsets.UTF_8);

    static final byte[] AMPERSAND = bytes("&amp;");

    /** What is written for a character of text; empty for itself. */
    static final byte[][] ESCAPES = escapes();

    /** All of them. */
    static final boolean[] ANY = any();

    /** What text may hold as it is. */
    static final boolean[] OF_TEXT = ofText();

    /** What a segment of a path may hold as it is. */
    static final boolean[] OF_SEGMENT = ofSegment();

    private AsciiText() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[][] escapes() {
        byte[][] escapes = new byte[0x80][];
        for (int c = 0; c < escapes.length; c++) {
            escapes[c] = c >= ' ' || c == '\t' || c == '\n' ? new byte[0] : REPLACEMENT;
        }
        escapes['\r'] = bytes("&#13;");
        escapes['&'] = bytes("&amp;");
        escapes['<'] = bytes("&lt;");
        escapes['>'] = bytes("&gt;");
        return escapes;
    }

    private static boolean[] any() {
        boolean[] any = new boolean[0x80];
        Arrays.fill(any, true);
        return any;
    }

    private static boolean[] ofText() {
        boolean[] literal = new boolean[0x80];
        for (int c = 0; c < literal.length; c++) {
            literal[c] = ESCAPES[c].length == 0;
        }
        return literal;
    }

    private static boolean[] ofSegment() {
        boolean[] literal = new boolean[0x80];
        String others = "-._~!$'()*+,;=:@";
        for (int c = 0; c < literal.length; c++) {
            literal[c] = (c >= '0' && c <= '9')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= 'a' && c <= 'z')
                    || others.indexOf(c) >= 0;
        }
        return literal;
    }
}
