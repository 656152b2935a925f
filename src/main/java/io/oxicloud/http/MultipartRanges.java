package io.oxicloud.http;

import io.oxicloud.base.ByteRange;
import io.oxicloud.http.Answer.Opener;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Several ranges of a file in one body, {@code multipart/byteranges} (RFC 9110 section 14.6). */
final class MultipartRanges {
    private final Representation what;
    private final List<ByteRange> ranges;

    MultipartRanges(Representation what, List<ByteRange> ranges) {
        this.what = what;
        this.ranges = ranges;
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

    /**
     * @param first the bytes of the first range, opened
     * @param later opens those of the others
     */
    void write(OutputStream out, Body first, Opener later) throws IOException {
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            Body part = i == 0 ? first : later.open(range);
            out.write(head(range));
            part.writeTo(out);
        }
        out.write(end());
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
