package io.oxicloud.blob.s3;

import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.object.Limits;
import io.oxicloud.blob.object.ObjectBlobBackend;

/** Opens the backend that keeps blobs in a bucket of S3, or of a service that speaks like it. */
public final class S3BlobBackend {
    private static final int PAGE = 1_000;

    private S3BlobBackend() {}

    /** Asks nobody anything yet: {@link BlobBackend#health} says whether the bucket can be used. */
    public static BlobBackend open(S3Settings settings) {
        return open(settings, Limits.usual(PAGE));
    }

    static BlobBackend open(S3Settings settings, Limits limits) {
        return new ObjectBlobBackend(new S3Store(settings, limits));
    }
}
