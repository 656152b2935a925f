package io.oxicloud.rest.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the storage of contents fares, and what this node asked of it since its start.
 *
 * @param backend {@code local}, {@code s3} or {@code azure}
 * @param availableBytes room that is left, or null where the backend cannot tell
 */
public record StorageState(
        String backend,
        boolean connected,
        String message,
        @Nullable Long availableBytes,
        List<Calls> calls) {
    public StorageState {
        calls = List.copyOf(calls);
    }

    /**
     * One kind of call.
     *
     * @param calls those that failed included
     * @param bytes of contents that were read or written with them
     */
    public record Calls(String call, long calls, long failures, long bytes) {}
}
