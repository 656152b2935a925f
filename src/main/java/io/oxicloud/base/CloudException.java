package io.oxicloud.base;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The one exception that crosses doors. Its message is written for the caller: it names what was wrong, never a secret,
 * a path of the server or another user's data.
 */
public final class CloudException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable String reason;
    private final @Nullable Duration retryAfter;
    private final transient @Nullable NodeId node;

    public CloudException(ErrorCode code, String message) {
        this(code, message, null, null, null, null);
    }

    public CloudException(ErrorCode code, String message, @Nullable Throwable cause) {
        this(code, message, cause, null, null, null);
    }

    private CloudException(
            ErrorCode code,
            String message,
            @Nullable Throwable cause,
            @Nullable String reason,
            @Nullable Duration retryAfter,
            @Nullable NodeId node) {
        super(message, cause);
        this.code = code;
        this.reason = reason;
        this.retryAfter = retryAfter;
        this.node = node;
    }

    /** The same failure with a name of its own, which clients tell apart: {@code SystemAlreadyInitialized}. */
    public CloudException withReason(String name) {
        return new CloudException(code, message(), getCause(), name, retryAfter, node);
    }

    public CloudException withRetryAfter(Duration delay) {
        return new CloudException(code, message(), getCause(), reason, delay, node);
    }

    /** The same failure, saying which file or folder stands in the way where it is not the one that was asked about. */
    public CloudException withNode(NodeId inTheWay) {
        return new CloudException(code, message(), getCause(), reason, retryAfter, inTheWay);
    }

    public ErrorCode code() {
        return code;
    }

    /** Never null, unlike {@link #getMessage()} in general. */
    public String message() {
        return String.valueOf(getMessage());
    }

    /** The distinguished name, or null where the code says it all. */
    public @Nullable String reason() {
        return reason;
    }

    /** The file or folder that stands in the way (of LOCKED: that bears the lock), or null where none is named. */
    public @Nullable NodeId node() {
        return node;
    }

    /** When the same call may work, or null where waiting does not help. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
