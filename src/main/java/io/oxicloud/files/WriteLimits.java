package io.oxicloud.files;

import java.util.function.LongSupplier;

/**
 * What bounds every write, whoever makes it and wherever.
 *
 * @param maxUploadBytes longest file
 * @param freeBytes what the disk under the contents has free now; asked for every write, outside of transactions
 */
public record WriteLimits(long maxUploadBytes, LongSupplier freeBytes) {
    public WriteLimits {
        if (maxUploadBytes < 1) {
            throw new IllegalArgumentException("MAX_UPLOAD_SIZE must be at least 1, was " + maxUploadBytes);
        }
    }
}
