package io.oxicloud.chunk;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.blob.BlobStoreFullException;
import java.io.IOException;
import java.time.Duration;

/** What a backend's failure means to the caller of the store. */
final class BlobFailures {
    private static final Duration LATER = Duration.ofSeconds(5);

    private BlobFailures() {}

    static CloudException translate(IOException failure) {
        if (failure instanceof BlobStoreFullException) {
            return new CloudException(ErrorCode.STORAGE_FULL, "there is no room left to store this", failure);
        }
        return new CloudException(ErrorCode.BACKEND_DOWN, "the content store does not answer", failure)
                .withRetryAfter(LATER);
    }
}
