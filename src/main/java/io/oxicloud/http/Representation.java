package io.oxicloud.http;

import io.oxicloud.base.ContentType;
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

    /** One that can be a header, whatever was kept long ago. */
    String type() {
        ContentType known = ContentType.parse(mediaType);
        return known == null ? UNKNOWN : known.toString();
    }
}
