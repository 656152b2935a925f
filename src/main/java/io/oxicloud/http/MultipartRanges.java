package io.oxicloud.http;

import io.oxicloud.base.ByteRange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Several ranges of a file in one body, {@code multipart/byteranges} (RFC 9110 section 14.6). Holds what it opened until it is
 * closed.
 */
final class MultipartRanges implements Body {
    private final Representation what;
    private final List<ByteRange> ranges;
    private final Answer.Opener opener;
    private final List<Body> opened = new ArrayList<>();

    /**
     * @param first the bytes of the first range
     * @param opener opens those of the others, each when it is its turn
     */
    MultipartRanges(Representation what, List<ByteRange> ranges, Body first, Answer.Opener opener) {
        this.what = what;
        this.ranges = ranges;
        this.opener = opener;
        this.opened.add(first);
    }

    String contentType() {
        return "multipart/byteranges; boundary=" + what.boundary();
    }

    /** Of the whole body. */
    long length() {
        long length = end().length;
        for (ByteRange range : ranges) {
            length += head(range).length + range.length();
        }
        return length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            if (i > 0) {
                opened.add(opener.open(range));
            }
            out.write(head(range));
            opened.get(i).writeTo(out);
        }
        out.write(end());
    }

    @Override
    public void close() {
        opened.forEach(Body::close);
    }

    private byte[] head(ByteRange range) {
        return ascii("\r\n--" + what.boundary() + "\r\nContent-Type: " + what.type() + "\r\nContent-Range: "
                + contentRange(range, what.size()) + "\r\n\r\n");
    }

    private byte[] end() {
        return ascii("\r\n--" + what.boundary() + "--\r\n");
    }

    static String contentRange(ByteRange range, long size) {
        return "bytes " + range.start() + '-' + (range.end() - 1) + '/' + size;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
