package io.oxicloud.rest;

import io.oxicloud.base.ErrorCode;

/** How a failure looks in HTTP: the one table from error codes to statuses. */
public enum Failure {
    BAD_REQUEST(400, "Bad Request", "Invalid Input"),
    UNAUTHORIZED(401, "Unauthorized", "Unauthorized"),
    FORBIDDEN(403, "Forbidden", "Access Denied"),
    NOT_FOUND(404, "Not Found", "Not Found"),
    NOT_ALLOWED(405, "Method Not Allowed", "Unsupported Operation"),
    NOT_ACCEPTABLE(406, "Not Acceptable", "Not Acceptable"),
    ALREADY_EXISTS(409, "Conflict", "Already Exists"),
    CONFLICT(409, "Conflict", "Conflict"),
    PRECONDITION_FAILED(412, "Precondition Failed", "Precondition Failed"),
    TOO_LARGE(413, "Content Too Large", "Too Large"),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported Media Type", "Unsupported Media Type"),
    RANGE_NOT_SATISFIABLE(416, "Range Not Satisfiable", "Range Not Satisfiable"),
    LOCKED(423, "Locked", "Locked"),
    TOO_MANY_REQUESTS(429, "Too Many Requests", "RateLimited"),
    INTERNAL(500, "Internal Server Error", "Internal Error"),
    NOT_IMPLEMENTED(501, "Not Implemented", "Not Implemented"),
    UNAVAILABLE(503, "Service Unavailable", "Unavailable"),
    QUOTA_EXCEEDED(507, "Insufficient Storage", "QuotaExceeded"),
    STORAGE_FULL(507, "Insufficient Storage", "Storage Full"),
    SYNC_TOKEN_EXPIRED(507, "Insufficient Storage", "Sync Token Expired");

    private final int status;
    private final String phrase;
    private final String kind;

    Failure(int status, String phrase, String kind) {
        this.status = status;
        this.phrase = phrase;
        this.kind = kind;
    }

    public static Failure of(ErrorCode code) {
        return switch (code) {
            case INVALID_INPUT -> BAD_REQUEST;
            case UNAUTHENTICATED -> UNAUTHORIZED;
            case FORBIDDEN -> FORBIDDEN;
            case NOT_FOUND -> NOT_FOUND;
            case NOT_ALLOWED_HERE -> NOT_ALLOWED;
            case TOO_LARGE -> TOO_LARGE;
            case NAME_TAKEN -> ALREADY_EXISTS;
            case CONFLICT -> CONFLICT;
            case STALE_ETAG -> PRECONDITION_FAILED;
            case LOCKED -> LOCKED;
            case SYNC_TOKEN_EXPIRED -> SYNC_TOKEN_EXPIRED;
            case RATE_LIMITED -> TOO_MANY_REQUESTS;
            case OVER_QUOTA -> QUOTA_EXCEEDED;
            case STORAGE_FULL -> STORAGE_FULL;
            case BUSY, BACKEND_DOWN -> UNAVAILABLE;
            case CORRUPT_CONTENT -> INTERNAL;
        };
    }

    public int status() {
        return status;
    }

    /** As the error body writes it: {@code 404 Not Found}. */
    public String statusLine() {
        return status + " " + phrase;
    }

    /** The kind of failure in words, for people and for clients that tell kinds apart. */
    public String kind() {
        return kind;
    }

    /** Waiting helps, so the answer says how long. */
    boolean isTemporary() {
        return this == TOO_MANY_REQUESTS || this == UNAVAILABLE;
    }
}
