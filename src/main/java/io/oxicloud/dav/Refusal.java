package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What this protocol has a name of its own for (RFC 4918 section 16 and others) or a status of its own. */
enum Refusal {
    LOCK_TOKEN_SUBMITTED(ErrorCode.LOCKED),
    NO_CONFLICTING_LOCK(ErrorCode.LOCKED),
    LOCK_TOKEN_MATCHES_REQUEST_URI(ErrorCode.CONFLICT),
    CANNOT_MODIFY_PROTECTED_PROPERTY(ErrorCode.FORBIDDEN),
    PROPFIND_FINITE_DEPTH(ErrorCode.FORBIDDEN),
    NO_EXTERNAL_ENTITIES(ErrorCode.FORBIDDEN),
    /** RFC 5689 section 3.3. */
    VALID_RESOURCETYPE(ErrorCode.FORBIDDEN),
    /** RFC 3253 section 3.6. */
    SUPPORTED_REPORT(ErrorCode.FORBIDDEN),
    /** RFC 6578 section 3.2. */
    VALID_SYNC_TOKEN(ErrorCode.SYNC_TOKEN_EXPIRED),
    SYNC_TRAVERSAL_SUPPORTED(ErrorCode.FORBIDDEN),
    NUMBER_OF_MATCHES_WITHIN_LIMITS(ErrorCode.OVER_QUOTA),
    /** RFC 4331 section 6. */
    QUOTA_NOT_EXCEEDED(ErrorCode.OVER_QUOTA),
    SUFFICIENT_DISK_SPACE(ErrorCode.STORAGE_FULL),
    /** Of no name, but with a status of its own: a URL that is not ours to answer for. */
    ELSEWHERE(ErrorCode.INVALID_INPUT),
    /** Of no name, but with a status of its own. */
    UNSUPPORTED_BODY(ErrorCode.INVALID_INPUT);

    private final ErrorCode code;

    Refusal(ErrorCode code) {
        this.code = code;
    }

    CloudException because(String message) {
        return new CloudException(code, message).withReason(name());
    }

    /** The failure with this name. */
    CloudException of(CloudException failed) {
        return failed.withReason(name());
    }

    /** The element of the {@code DAV:} namespace, or null if there is none. */
    @Nullable
    String element() {
        return this == ELSEWHERE || this == UNSUPPORTED_BODY
                ? null
                : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As it was named, or by its code where that says enough; null for all that has no name here. */
    static @Nullable Refusal named(CloudException failed) {
        String reason = failed.reason();
        for (Refusal each : values()) {
            if (each.name().equals(reason)) {
                return each;
            }
        }
        return switch (failed.code()) {
            case LOCKED -> LOCK_TOKEN_SUBMITTED;
            case OVER_QUOTA -> QUOTA_NOT_EXCEEDED;
            case STORAGE_FULL -> SUFFICIENT_DISK_SPACE;
            case SYNC_TOKEN_EXPIRED -> VALID_SYNC_TOKEN;
            case INVALID_INPUT,
                    UNAUTHENTICATED,
                    FORBIDDEN,
                    NOT_FOUND,
                    NOT_ALLOWED_HERE,
                    TOO_LARGE,
                    NAME_TAKEN,
                    CONFLICT,
                    STALE_ETAG,
                    RATE_LIMITED,
                    BUSY,
                    BACKEND_DOWN,
                    CORRUPT_CONTENT -> null;
        };
    }
}
