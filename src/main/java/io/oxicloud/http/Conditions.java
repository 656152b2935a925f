package io.oxicloud.http;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a request wants to hold: RFC 9110 section 13.1, but for {@code If-Range}. */
public record Conditions(
        @Nullable EntityTags ifMatch,
        @Nullable EntityTags ifNoneMatch,
        @Nullable Instant modifiedSince,
        @Nullable Instant unmodifiedSince) {
    /**
     * @param header the value of a header, all its lines as one; null if there is none
     * @throws CloudException INVALID_INPUT if one is malformed
     */
    public static Conditions read(Function<String, @Nullable String> header) {
        return new Conditions(
                tags(header.apply("If-Match")),
                tags(header.apply("If-None-Match")),
                DateHeader.parse(header.apply("If-Modified-Since")),
                DateHeader.parse(header.apply("If-Unmodified-Since")));
    }

    private static @Nullable EntityTags tags(@Nullable String header) {
        return header == null ? null : EntityTags.parse(header);
    }

    /**
     * Decides all of them in the order of section 13.2.2, for GET and HEAD.
     *
     * @param etag with its quotation marks; null where nothing is
     * @param modified null where nothing is, or nobody knows
     * @return whether the answer is 304
     * @throws CloudException STALE_ETAG if one does not hold
     */
    public boolean notModified(@Nullable String etag, @Nullable Instant modified) {
        if (ifMatch != null) {
            if (!ifMatch.any() && !ifMatch.tags().contains(String.valueOf(etag))) {
                throw changed();
            }
        } else {
            requireUnmodified(modified);
        }
        if (ifNoneMatch != null) {
            return ifNoneMatch.any() || ifNoneMatch.weakly().contains(String.valueOf(etag));
        }
        return modifiedSince != null
                && modified != null
                && !modified.truncatedTo(ChronoUnit.SECONDS).isAfter(modifiedSince);
    }

    /**
     * Asks the time of the last change alone. What has none has not been changed.
     *
     * @throws CloudException STALE_ETAG
     */
    public void requireUnmodified(@Nullable Instant modified) {
        if (modified != null
                && unmodifiedSince != null
                && modified.truncatedTo(ChronoUnit.SECONDS).isAfter(unmodifiedSince)) {
            throw changed();
        }
    }

    private static CloudException changed() {
        return new CloudException(ErrorCode.STALE_ETAG, "it was changed in the meantime");
    }
}
