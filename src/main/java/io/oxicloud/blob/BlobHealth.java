package io.oxicloud.blob;

import org.jspecify.annotations.Nullable;

/**
 * How a backend feels.
 *
 * @param connected whether blobs can be read and written
 * @param backend which one it is: {@code local}, {@code memory}
 * @param message for the administrator and the log: what is wrong, or that nothing is
 * @param availableBytes room that is left, or null where the backend cannot tell
 */
public record BlobHealth(
        boolean connected,
        String backend,
        String message,
        @Nullable Long availableBytes) {}
