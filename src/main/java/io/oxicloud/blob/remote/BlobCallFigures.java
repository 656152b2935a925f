package io.oxicloud.blob.remote;

/**
 * How often a backend was asked for something.
 *
 * @param calls those that failed included
 * @param bytes of blobs that were read or written
 */
public record BlobCallFigures(BlobCall call, long calls, long failures, long bytes) {}
