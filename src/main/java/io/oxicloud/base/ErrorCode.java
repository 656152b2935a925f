package io.oxicloud.base;

/** Every way a request may fail. Edges translate these; features never speak HTTP. */
public enum ErrorCode {
    INVALID_INPUT(Kind.CALLER),
    UNAUTHENTICATED(Kind.CALLER),
    /** Seen, but not allowed. What must stay hidden is NOT_FOUND. */
    FORBIDDEN(Kind.CALLER),
    NOT_FOUND(Kind.CALLER),
    /** The rules of the thing forbid it for everybody: a personal drive's owner, a drive policy. */
    NOT_ALLOWED_HERE(Kind.CALLER),
    TOO_LARGE(Kind.CALLER),
    NAME_TAKEN(Kind.CONFLICT),
    CONFLICT(Kind.CONFLICT),
    STALE_ETAG(Kind.CONFLICT),
    LOCKED(Kind.CONFLICT),
    SYNC_TOKEN_EXPIRED(Kind.CONFLICT),
    RATE_LIMITED(Kind.LIMIT),
    OVER_QUOTA(Kind.LIMIT),
    /** The disk or bucket is full: ours to fix, but the caller may free something. */
    STORAGE_FULL(Kind.LIMIT),
    /** Too much at once; the same call will work later. */
    BUSY(Kind.LIMIT),
    /** Database, blob store, directory or another server does not answer. */
    BACKEND_DOWN(Kind.FAULT),
    CORRUPT_CONTENT(Kind.FAULT);

    /** Whose business it is; decides the log level. */
    public enum Kind {
        CALLER,
        CONFLICT,
        LIMIT,
        FAULT
    }

    private final Kind kind;

    ErrorCode(Kind kind) {
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
