package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decoded segments of a request path below the mount point.
 *
 * <p>Taken from the raw request URI, since containers decode and normalise the ready-made forms each in their own way. A
 * semicolon is part of the name, as RFC 3986 section 3.3 leaves it to the scheme and file names do contain it.
 *
 * @param slash the path ended in one, which says "collection"
 */
record DavPath(List<String> segments, boolean slash) {
    DavPath {
        segments = List.copyOf(segments);
    }

    /**
     * @param rawUri the path of the request line, still percent-encoded
     * @param mount context path and servlet path; compared decoded, for both spellings of a letter are one
     * @throws CloudException INVALID_INPUT if a segment is not percent-encoded UTF-8, holds a slash or control character,
     *     or is {@code .} or {@code ..} with path parameters; and if {@code ..} leads above the mount point
     */
    static DavPath parse(String rawUri, String mount) {
        DavPath below = below(rawUri, mount);
        if (below == null) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the path must begin with " + mount);
        }
        return below;
    }

    /** As {@link #parse}, but null for a path that does not lead below the mount point. */
    static @Nullable DavPath below(String rawPath, String mount) {
        List<String> above = named(
                List.of(mount.split("/", -1)).stream().map(DavPath::checked).toList());
        List<String> all = new ArrayList<>();
        boolean dots = false;
        for (String raw : rawPath.replaceFirst("^/", "").split("/", -1)) {
            String segment = checked(raw);
            dots = segment.equals(".") || segment.equals("..");
            if (segment.equals("..")) {
                leave(all, above.size());
            } else if (!dots) {
                all.add(segment);
            }
        }
        List<String> names = named(all);
        if (names.size() < above.size() || !names.subList(0, above.size()).equals(above)) {
            return null;
        }
        return new DavPath(names.subList(above.size(), names.size()), dots || rawPath.endsWith("/"));
    }

    /**
     * RFC 3986 section 5.2.4, with empty segments as segments. What is above the mount point cannot be left: nobody who
     * means well goes out and comes in again, and who looked at the path before us may have been led elsewhere by it.
     */
    private static void leave(List<String> segments, int mount) {
        int last = segments.size() - 1;
        if (last < 0 || (!segments.get(last).isEmpty() && named(segments).size() <= mount)) {
            throw refused("the path leads out of what is served here");
        }
        segments.remove(last);
    }

    /** Empty ones name nothing. */
    private static List<String> named(List<String> segments) {
        return segments.stream().filter(segment -> !segment.isEmpty()).toList();
    }

    /** Decoded. */
    private static String checked(String raw) {
        String segment = decode(raw);
        String bare = segment.split(";", 2)[0];
        if (!segment.equals(bare) && (bare.equals(".") || bare.equals(".."))) {
            throw refused("'.' and '..' have no parameters in a path");
        }
        boolean unfit = segment.chars().anyMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
        if (unfit) {
            throw refused("a path segment must not contain slashes or control characters");
        }
        return segment;
    }

    /** Percent-decodes one segment; {@code +} stays {@code +}. */
    static String decode(String segment) {
        byte[] bytes = new byte[3 * segment.length()];
        int length = 0;
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '%') {
                bytes[length++] = (byte) hexPair(segment, i + 1);
                i += 2;
            } else if (c < 0x80) {
                bytes[length++] = (byte) c;
            } else {
                throw refused("a path must be percent-encoded");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "a path must be percent-encoded UTF-8", e);
        }
    }

    private static int hexPair(String text, int at) {
        int high = at + 1 < text.length() ? Character.digit(text.charAt(at), 16) : -1;
        int low = at + 1 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
        if (high < 0 || low < 0) {
            throw refused("a percent sign must be followed by two hexadecimal digits");
        }
        return high << 4 | low;
    }

    private static CloudException refused(String why) {
        return new CloudException(ErrorCode.INVALID_INPUT, why);
    }
}
