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
     *     or is {@code .} or {@code ..}, with or without path parameters
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
        List<String> all = split(rawPath);
        List<String> above = split(mount);
        if (all.size() < above.size() || !all.subList(0, above.size()).equals(above)) {
            return null;
        }
        return new DavPath(all.subList(above.size(), all.size()), rawPath.endsWith("/"));
    }

    private static List<String> split(String raw) {
        List<String> segments = new ArrayList<>();
        for (String segment : raw.split("/", -1)) {
            if (!segment.isEmpty()) {
                segments.add(checked(decode(segment)));
            }
        }
        return segments;
    }

    private static String checked(String segment) {
        String bare = segment.split(";", 2)[0];
        if (bare.equals(".") || bare.equals("..")) {
            throw refused("'.' and '..' have no place in a path");
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
