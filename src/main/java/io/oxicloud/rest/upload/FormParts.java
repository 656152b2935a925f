package io.oxicloud.rest.upload;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a form (RFC 7578), one after the other as they come: nothing of them is kept, so they may be as long as they like.
 * A part's bytes are to be read before the next one is asked for; what is left of them is skipped. For one thread.
 */
final class FormParts {
    private static final int BUFFER = 64 << 10;
    private static final int MAX_HEAD = 16 << 10;

    private final InputStream in;

    /** What stands between parts: a line end, two dashes, the boundary. */
    private final byte[] delimiter;

    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private boolean inPart;
    private boolean done;

    /** @param boundary as the Content-Type says it */
    FormParts(InputStream in, String boundary) {
        this.in = in;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        // the first delimiter needs no line end before it
        buffer[0] = '\r';
        buffer[1] = '\n';
        to = 2;
        inPart = true;
    }

    /**
     * @return null after the last one
     * @throws CloudException INVALID_INPUT if it is no such form, or ends too early
     */
    @Nullable
    FormPart next() throws IOException {
        skipPart();
        if (done) {
            return null;
        }
        if (isLast()) {
            done = true;
            return null;
        }
        if (!line().isBlank()) {
            throw broken("has a boundary with something behind it");
        }
        String disposition = "";
        String type = null;
        int head = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            head += line.length();
            if (head > MAX_HEAD) {
                throw broken("has a part with too long a head");
            }
            int colon = line.indexOf(':');
            String name = colon < 0 ? line : line.substring(0, colon).strip();
            String value = colon < 0 ? "" : line.substring(colon + 1).strip();
            if (name.equalsIgnoreCase("Content-Disposition")) {
                disposition = value;
            } else if (name.equalsIgnoreCase("Content-Type")) {
                type = value;
            }
        }
        inPart = true;
        return FormPart.of(disposition, type, new Body());
    }

    /** Whether two dashes follow the delimiter; a line end behind them may be missing. */
    private boolean isLast() throws IOException {
        boolean any = true;
        while (any && to - from < 2) {
            any = more();
        }
        return to - from >= 2 && buffer[from] == '-' && buffer[from + 1] == '-';
    }

    private void skipPart() throws IOException {
        byte[] sink = new byte[8 << 10];
        var rest = new Body();
        while (inPart) {
            int unused = rest.read(sink, 0, sink.length);
        }
    }

    /** Without its end. */
    private String line() throws IOException {
        for (int i = from; ; i++) {
            if (i == to) {
                int seen = i - from;
                if (seen > MAX_HEAD) {
                    throw broken("has a part with too long a head");
                }
                if (!more()) {
                    throw broken("ended early");
                }
                i = from + seen;
            }
            if (buffer[i] == '\n') {
                int end = i > from && buffer[i - 1] == '\r' ? i - 1 : i;
                var line = new String(buffer, from, end - from, StandardCharsets.UTF_8);
                from = i + 1;
                return line;
            }
        }
    }

    /** Reads on behind what is there; false at the end. */
    private boolean more() throws IOException {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
        int count = in.read(buffer, to, buffer.length - to);
        to += Math.max(0, count);
        return count >= 0;
    }

    private static CloudException broken(String how) {
        return new CloudException(ErrorCode.INVALID_INPUT, "the form " + how);
    }

    /** The bytes of the part that was begun last, up to the delimiter. */
    private final class Body extends InputStream {
        private final byte[] one = new byte[1];

        @Override
        public int read() throws IOException {
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (inPart) {
                int end = endOfBytes();
                if (end > from) {
                    int count = Math.min(length, end - from);
                    System.arraycopy(buffer, from, target, offset, count);
                    from += count;
                    return count;
                }
                if (to - from >= delimiter.length && isDelimiter(from)) {
                    from += delimiter.length;
                    inPart = false;
                } else if (!more()) {
                    throw broken("ended before its closing boundary");
                }
            }
            return -1;
        }

        /** Up to where no delimiter can begin. */
        private int endOfBytes() {
            for (int i = from; i < to; i++) {
                if (buffer[i] == '\r' && isDelimiter(i)) {
                    return i;
                }
            }
            return to;
        }

        /** Whether what is there from {@code at} on is the delimiter or may become it. */
        private boolean isDelimiter(int at) {
            int count = Math.min(delimiter.length, to - at);
            for (int i = 0; i < count; i++) {
                if (buffer[at + i] != delimiter[i]) {
                    return false;
                }
            }
            return true;
        }
    }
}
