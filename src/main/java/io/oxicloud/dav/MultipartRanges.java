package io.oxicloud.dav;

import io.oxicloud.base.ByteRange;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Several ranges of a file in one body, {@code multipart/byteranges} (RFC 9110 section 14.6). */
final class MultipartRanges {
    private static final int BOUNDARY_LENGTH = 40;

    private final Node file;
    private final List<ByteRange> ranges;
    private final String boundary;

    MultipartRanges(Node file, List<ByteRange> ranges) {
        this.file = file;
        this.ranges = ranges;
        // no file holds its own hash, so this stands nowhere between the parts
        this.boundary = String.valueOf(file.content()).substring(0, BOUNDARY_LENGTH);
    }

    String contentType() {
        return "multipart/byteranges; boundary=" + boundary;
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
     * @param first the bytes of the first range, opened; closed here
     * @param open opens those of a later one
     */
    void write(OutputStream out, FileContent first, Function<ByteRange, FileContent> open) throws IOException {
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            try (FileContent part = i == 0 ? first : open.apply(range)) {
                out.write(head(range));
                part.stream().transferTo(out);
            }
        }
        out.write(end());
    }

    private byte[] head(ByteRange range) {
        return ascii("\r\n--" + boundary + "\r\nContent-Type: " + file.mediaType() + "\r\nContent-Range: "
                + contentRange(range, file.size()) + "\r\n\r\n");
    }

    private byte[] end() {
        return ascii("\r\n--" + boundary + "--\r\n");
    }

    static String contentRange(ByteRange range, long size) {
        return "bytes " + range.start() + '-' + (range.end() - 1) + '/' + size;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
