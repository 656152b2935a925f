package io.oxicloud.blob.object;

import java.time.Duration;

/**
 * How long a service may take, and how much of a list it is asked for at once.
 *
 * @param connect until there is a connection
 * @param answer until an answer begins, and between any two pieces of it
 * @param check as {@code answer}, when only its health is asked for
 * @param page objects in a page; what the service can give at most
 */
public record Limits(Duration connect, Duration answer, Duration check, int page) {
    private static final int SLOWEST_BYTES_A_SECOND = 32 << 10;

    public static Limits usual(int page) {
        return new Limits(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(5), page);
    }

    /** From the start of a request that sends so many bytes to its answer. */
    public Duration upload(int bytes) {
        return answer.plusSeconds(bytes / SLOWEST_BYTES_A_SECOND);
    }
}
