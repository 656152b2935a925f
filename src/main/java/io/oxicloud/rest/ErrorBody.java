package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a failed request answers.
 *
 * @param error the message again, but for exceeded limits the same words always
 * @param errorType the kind in words ("Not Found"), or a name of its own ("SystemAlreadyInitialized")
 * @param retryAfterSecs when to try again; absent where waiting does not help
 */
record ErrorBody(
        String status,
        String error,
        String message,
        String errorType,
        @Nullable Long retryAfterSecs) {
    private static final Duration DEFAULT_RETRY = Duration.ofSeconds(5);

    static ErrorBody of(Failure failure, String message) {
        return new ErrorBody(failure.statusLine(), message, message, failure.kind(), null);
    }

    static ErrorBody of(Failure failure, CloudException problem) {
        String message = problem.message();
        String reason = problem.reason();
        return new ErrorBody(
                failure.statusLine(),
                failure == Failure.TOO_MANY_REQUESTS ? "Too many requests" : message,
                message,
                reason == null ? failure.kind() : reason,
                retryAfter(failure, problem.retryAfter()));
    }

    /** In whole seconds, rounded up and never 0: a client that comes too early is counted again. */
    private static @Nullable Long retryAfter(Failure failure, @Nullable Duration stated) {
        if (stated == null && !failure.isTemporary()) {
            return null;
        }
        Duration delay = stated == null ? DEFAULT_RETRY : stated;
        return Math.max(1, delay.plusSeconds(1).minusNanos(1).toSeconds());
    }
}
