package io.oxicloud.http;

import io.oxicloud.base.ByteRange;
import io.oxicloud.http.RangeHeader.Parts;
import io.oxicloud.http.RangeHeader.Unsatisfiable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What to answer to GET or HEAD of a {@link Representation}, for an edge to put on the wire.
 *
 * @param status 200, 206, 304 or 416
 * @param headers all that belong to it, the length among them where there is a body to come or one was described
 * @param body null for none
 */
public record Answer(
        int status, Map<String, String> headers, @Nullable Body body) {
    /** Opens bytes; the range is null for all of them. Most of what can fail should fail here. */
    @FunctionalInterface
    public interface Opener {
        Body open(@Nullable ByteRange range);
    }

    /**
     * To who asks with conditions that hold.
     *
     * @param header of the request: all lines as one; null if there is none
     * @param head whether nothing is to be opened
     */
    public static Answer of(
            Function<String, @Nullable String> header,
            boolean head,
            Representation what,
            Disposition disposition,
            Opener opener) {
        // HEAD has no ranges
        RangeHeader range = RangeHeader.of(
                head || !sameVersion(header.apply("If-Range"), what) ? null : header.apply("Range"), what.size());
        if (range == Unsatisfiable.UNSATISFIABLE) {
            return new Answer(416, Map.of("Content-Range", "bytes */" + what.size(), "Content-Length", "0"), null);
        }
        Map<String, String> headers = validators(what);
        disposition.protect(headers, what.type(), what.name());
        headers.put("Accept-Ranges", "bytes");
        headers.put("Content-Type", what.type());
        if (range instanceof Parts parts) {
            return parts(what, parts.ranges(), headers, opener);
        }
        Body body = head ? null : opener.open(null);
        headers.put("Content-Length", Long.toString(what.size()));
        return new Answer(200, headers, body);
    }

    /** With bytes of which nobody knows beforehand how many they are, so that there are no ranges of them; to be saved. */
    public static Answer unsized(String name, String mediaType, @Nullable Body body) {
        Map<String, String> headers = new LinkedHashMap<>();
        Disposition.SAVE.protect(headers, mediaType, name);
        headers.put("Accept-Ranges", "none");
        headers.put("Content-Type", mediaType);
        return new Answer(200, headers, body);
    }

    /** To who has it already. */
    public static Answer notModified(Representation what) {
        return new Answer(304, validators(what), null);
    }

    private static Answer parts(
            Representation what, List<ByteRange> ranges, Map<String, String> headers, Opener opener) {
        ByteRange range = ranges.get(0);
        Body first = opener.open(range);
        if (ranges.size() == 1) {
            headers.put("Content-Range", MultipartRanges.contentRange(range, what.size()));
            headers.put("Content-Length", Long.toString(range.length()));
            return new Answer(206, headers, first);
        }
        var parts = new MultipartRanges(what, ranges, first, opener);
        headers.put("Content-Type", parts.contentType());
        headers.put("Content-Length", Long.toString(parts.length()));
        return new Answer(206, headers, parts);
    }

    /** A range of another version is worth nothing: If-Range must name this one, by its tag or its time as we wrote it. */
    private static boolean sameVersion(@Nullable String ifRange, Representation what) {
        return ifRange == null
                || ifRange.strip().equals(what.etag())
                || (what.modified() != null && ifRange.strip().equals(HttpDate.format(what.modified())));
    }

    private static Map<String, String> validators(Representation what) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ETag", what.etag());
        if (what.modified() != null) {
            headers.put("Last-Modified", HttpDate.format(Objects.requireNonNull(what.modified())));
        }
        headers.put("Cache-Control", Disposition.PRIVATE);
        return headers;
    }
}
