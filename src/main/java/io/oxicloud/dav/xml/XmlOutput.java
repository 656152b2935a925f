package io.oxicloud.dav.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Writes XML as UTF-8 through one buffer to a stream. What is asked for a thousand times in an answer makes no objects. For one
 * answer; not thread-safe.
 *
 * <p>Characters that XML 1.0 cannot carry come out as U+FFFD: a name that somebody could store must not make the list of its
 * folder unreadable.
 */
public final class XmlOutput {
    /** Enough for an answer about one thing. */
    public static final int SMALL = 4 << 10;
    /** For lists. */
    public static final int LARGE = 64 << 10;

    /** Of what is written in one piece: a tag with two numbers of the largest size. */
    private static final int LONGEST = 40;

    /** Of a positive number of the largest size. */
    private static final int MOST_DIGITS = 19;

    private static final byte[] HEX = AsciiText.bytes("0123456789abcdef");
    private static final byte[] UPPER_HEX = AsciiText.bytes("0123456789ABCDEF");
    private static final byte[] SMALLEST = AsciiText.bytes(Long.toString(Long.MIN_VALUE));

    private final OutputStream out;
    private final byte[] buffer;
    private final DayText day = new DayText();
    private int at;

    /** @param size of the buffer: {@link #SMALL} or {@link #LARGE} */
    public XmlOutput(OutputStream out, int size) {
        this.out = out;
        this.buffer = new byte[Math.max(size, 2 * LONGEST)];
    }

    /** A constant for {@link #markup(byte[])}, to be made once. */
    public static byte[] constant(String markup) {
        return markup.getBytes(StandardCharsets.UTF_8);
    }

    /** Writes what is markup already. */
    public void markup(byte[] constant) throws IOException {
        if (constant.length > buffer.length - at) {
            drain();
            if (constant.length > buffer.length) {
                out.write(constant);
                return;
            }
        }
        System.arraycopy(constant, 0, buffer, at, constant.length);
        at += constant.length;
    }

    /** Writes what is markup already, and may be long. */
    public void markup(String element) throws IOException {
        for (int i = plain(element, 0, AsciiText.ANY); i < element.length(); i = plain(element, i, AsciiText.ANY)) {
            i += wide(element, i, element.charAt(i));
        }
    }

    public void href(Href href) throws IOException {
        href.writeTo(this);
    }

    /** Writes characters of an element's content. */
    public void text(String characters) throws IOException {
        for (int i = plain(characters, 0, AsciiText.OF_TEXT);
                i < characters.length();
                i = plain(characters, i, AsciiText.OF_TEXT)) {
            char c = characters.charAt(i);
            if (c < 0x80) {
                put(AsciiText.ESCAPES[c]);
                i++;
            } else {
                i += wide(characters, i, c);
            }
        }
    }

    /** Writes one segment of a path: percent-encoded (RFC 3986 section 3.3), and escaped then. */
    public void segment(String name) throws IOException {
        for (int i = plain(name, 0, AsciiText.OF_SEGMENT);
                i < name.length();
                i = plain(name, i, AsciiText.OF_SEGMENT)) {
            char c = name.charAt(i);
            if (c == '&') {
                put(AsciiText.AMPERSAND);
                i++;
            } else if (c < 0x80) {
                percent((byte) c);
                i++;
            } else {
                int from = at;
                i += wide(name, i, c);
                percent(from);
            }
        }
    }

    /**
     * Writes the characters from an index on that stand for themselves, and leaves room for one that does not.
     *
     * @param plain which characters of ASCII stand for themselves
     * @return the index of the first one that does not, or the length
     */
    private int plain(String text, int from, boolean[] plain) throws IOException {
        int i = from;
        while (true) {
            if (buffer.length - at <= LONGEST) {
                drain();
            }
            byte[] target = buffer;
            int to = at;
            int end = Math.min(text.length(), i + target.length - LONGEST - to);
            while (i < end) {
                char c = text.charAt(i);
                if (c >= plain.length || !plain[c]) {
                    at = to;
                    return i;
                }
                target[to++] = (byte) c;
                i++;
            }
            at = to;
            if (i == text.length()) {
                return i;
            }
        }
    }

    /** Encodes the bytes of one character again that stand at the end of the buffer. */
    private void percent(int from) {
        int length = at - from;
        int packed = 0;
        for (int i = 0; i < length; i++) {
            packed = packed << 8 | (buffer[from + i] & 0xff);
        }
        at = from;
        for (int i = length - 1; i >= 0; i--) {
            percent((byte) (packed >>> (8 * i)));
        }
    }

    private void percent(byte value) {
        buffer[at++] = '%';
        buffer[at++] = UPPER_HEX[value >> 4 & 0xf];
        buffer[at++] = UPPER_HEX[value & 0xf];
    }

    /**
     * Writes a character beyond ASCII.
     *
     * @return how many chars it took
     */
    private int wide(String text, int index, char c) {
        if (Character.isHighSurrogate(c)
                && index + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(index + 1))) {
            int codePoint = Character.toCodePoint(c, text.charAt(index + 1));
            buffer[at++] = (byte) (0xf0 | codePoint >> 18);
            buffer[at++] = (byte) (0x80 | (codePoint >> 12 & 0x3f));
            buffer[at++] = (byte) (0x80 | (codePoint >> 6 & 0x3f));
            buffer[at++] = (byte) (0x80 | (codePoint & 0x3f));
            return 2;
        }
        if (Character.isSurrogate(c) || c >= 0xfffe) {
            put(AsciiText.REPLACEMENT);
        } else if (c < 0x800) {
            buffer[at++] = (byte) (0xc0 | c >> 6);
            buffer[at++] = (byte) (0x80 | (c & 0x3f));
        } else {
            buffer[at++] = (byte) (0xe0 | c >> 12);
            buffer[at++] = (byte) (0x80 | (c >> 6 & 0x3f));
            buffer[at++] = (byte) (0x80 | (c & 0x3f));
        }
        return 1;
    }

    public void number(long value) throws IOException {
        reserve();
        if (value < 0) {
            if (value == Long.MIN_VALUE) {
                put(SMALLEST);
                return;
            }
            buffer[at++] = '-';
            value = -value;
        }
        int end = at + digits(value);
        at = end;
        do {
            buffer[--end] = (byte) ('0' + value % 10);
            value /= 10;
        } while (value != 0);
    }

    /** Counted by multiplying, which takes less than dividing. */
    private static int digits(long value) {
        int digits = 1;
        for (long next = 10; digits < MOST_DIGITS && value >= next; next *= 10) {
            digits++;
        }
        return digits;
    }

    /** Writes an entity tag: 16 hexadecimal digits, a dash and a number within quotation marks. */
    public void etag(long head, long tail) throws IOException {
        reserve();
        buffer[at++] = '"';
        hex(head);
        buffer[at++] = '-';
        number(tail);
        buffer[at++] = '"';
    }

    private void hex(long value) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            buffer[at++] = HEX[(int) (value >>> shift) & 0xf];
        }
    }

    /** Writes an IMF-fixdate (RFC 9110 section 5.6.7). */
    public void httpDate(Instant time) throws IOException {
        reserve();
        day.of(time.getEpochSecond());
        put(day.http);
        DayText.time(buffer, at, time.getEpochSecond());
        at += 8;
        buffer[at++] = ' ';
        buffer[at++] = 'G';
        buffer[at++] = 'M';
        buffer[at++] = 'T';
    }

    /** Writes a time in UTC (RFC 3339), in whole seconds. */
    public void timestamp(Instant time) throws IOException {
        reserve();
        day.of(time.getEpochSecond());
        put(day.iso);
        DayText.time(buffer, at, time.getEpochSecond());
        at += 8;
        buffer[at++] = 'Z';
    }

    /** Hands over what has gathered; whether it goes out at once is for the stream to say. */
    public void drain() throws IOException {
        out.write(buffer, 0, at);
        at = 0;
    }

    /** Sends what has gathered. */
    public void flush() throws IOException {
        drain();
        out.flush();
    }

    private void reserve() throws IOException {
        if (buffer.length - at < LONGEST) {
            drain();
        }
    }

    private void put(byte[] few) {
        for (byte each : few) {
            buffer[at++] = each;
        }
    }
}
