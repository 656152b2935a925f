package io.oxicloud.rest.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the storage of contents fares, and what this node asked of it since its start.
 *
 * @param backend {@code local}, {@code s3} or {@code azure}
 * @param availableBytes room that is left, or null where the backend cannot tell
 * @param target where contents are to move, if that is known
 */
public record StorageState(
        String backend,
        boolean connected,
        String message,
        @Nullable Long availableBytes,
        List<Calls> calls,
        @Nullable Place target) {
    public StorageState {
        calls = List.copyOf(calls);
    }

    /**
     * Another place for contents, as the state tells of the present one.
     *
     * @param availableBytes room that is left, or null where it cannot tell
     */
    public record Place(
            String backend,
            boolean connected,
            String message,
            @Nullable Long availableBytes,
            List<Calls> calls) {
        public Place {
            calls = List.copyOf(calls);
        }
    }

    /**
     * One kind of call.
     *
     * @param calls those that failed included
     * @param bytes of contents that were read or written with them
     */
    public record Calls(String call, long calls, long failures, long bytes) {}
}
