package io.oxicloud.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that can be served, and what is known of them without reading any.
 *
 * @param name to save them under
 * @param mediaType null if nobody knows
 * @param size in bytes
 * @param etag with its quotation marks: a strong one
 * @param modified null where there is no such time
 * @param boundary text that does not occur in the bytes: it stands between several ranges; of the letters that a boundary may
 *     have
 */
public record Representation(
        String name,
        @Nullable String mediaType,
        long size,
        String etag,
        @Nullable Instant modified,
        String boundary) {
    private static final String UNKNOWN = "application/octet-stream";

    String type() {
        return mediaType == null ? UNKNOWN : mediaType;
    }
}
