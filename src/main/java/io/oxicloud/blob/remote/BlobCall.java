package io.oxicloud.blob.remote;

/** What a backend can be asked for. */
public enum BlobCall {
    OPEN,
    OPEN_RANGE,
    PUT,
    SIZE,
    DELETE,
    LIST
}
