package io.oxicloud.files;

import io.oxicloud.base.ContentType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the writer of a file says of it beside its bytes.
 *
 * @param mediaType as a Content-Type; null if its name is to decide, as it does for what is no such type
 * @param modified when it was changed before it came here, in whole microseconds; null for now
 */
public record Declared(@Nullable String mediaType, @Nullable Instant modified) {
    public static final Declared NOTHING = new Declared(null, null);

    /** What clients and their libraries send when they do not know. */
    private static final Set<String> GENERIC = Set.of(
            "application/octet-stream",
            "application/x-octet-stream",
            "application/x-www-form-urlencoded",
            "application/unknown",
            "binary/octet-stream",
            "httpd/unix-directory",
            "multipart/form-data",
            "unknown/unknown");

    /** Whoever makes one: what is no type, or says nothing, counts as not said, so that none is kept that cannot be served. */
    public Declared {
        mediaType = typeIn(mediaType);
        modified = modified == null ? null : modified.truncatedTo(ChronoUnit.MICROS);
    }

    /** The type that a Content-Type header names; null if it says nothing, so that the name is to decide. */
    public static @Nullable String typeIn(@Nullable String header) {
        ContentType type = ContentType.parse(header);
        return type == null || GENERIC.contains(type.essence()) ? null : type.toString();
    }
}
