package io.oxicloud.audit;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which rows, newest first.
 *
 * @param actor only what this user did; null: whoever
 * @param events only events that begin with this, such as {@code login.}; the empty text: all
 * @param from not before this time; null: from the beginning
 * @param until before this time; null: to the end
 * @param cursor what the page before gave as next; null: the first page
 * @param limit most rows of a page, 1 to 1,000
 */
public record AuditQuery(
        @Nullable UserId actor,
        String events,
        @Nullable Instant from,
        @Nullable Instant until,
        @Nullable String cursor,
        int limit) {
    private static final int LARGEST_PAGE = 1_000;

    public AuditQuery {
        if (limit < 1 || limit > LARGEST_PAGE) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "limit must be between 1 and " + LARGEST_PAGE + ", was " + limit);
        }
    }

    /** Everything, from the newest on. */
    public static AuditQuery latest(int limit) {
        return new AuditQuery(null, "", null, null, null, limit);
    }

    AuditQuery after(String next) {
        return new AuditQuery(actor, events, from, until, next, limit);
    }
}
