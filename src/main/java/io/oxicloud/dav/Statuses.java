package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;

/** The HTTP status of every failure on this surface. */
final class Statuses {
    static int of(CloudException failed) {
        Refusal refusal = Refusal.named(failed);
        if (refusal == Refusal.ELSEWHERE) {
            return 502;
        }
        return refusal == Refusal.UNSUPPORTED_BODY ? 415 : of(failed.code());
    }

    static int of(ErrorCode code) {
        return switch (code) {
            case INVALID_INPUT -> 400;
            case UNAUTHENTICATED -> 401;
            case FORBIDDEN, SYNC_TOKEN_EXPIRED -> 403;
            case NOT_FOUND -> 404;
            case NOT_ALLOWED_HERE -> 405;
            case NAME_TAKEN, CONFLICT -> 409;
            case STALE_ETAG -> 412;
            case TOO_LARGE -> 413;
            case LOCKED -> 423;
            case RATE_LIMITED -> 429;
            case CORRUPT_CONTENT -> 500;
            case BUSY, BACKEND_DOWN -> 503;
            case OVER_QUOTA, STORAGE_FULL -> 507;
        };
    }

    private Statuses() {}
}
