package io.oxicloud.account.password;

/**
 * What one password hash costs (RFC 9106) and how many are computed at once. Hashes made under other settings still verify:
 * they bear their own.
 *
 * @param memoryKib memory of one hash in KiB
 * @param iterations passes over that memory
 * @param parallelism lanes
 * @param concurrent hashes computed at once on this node; each takes its memory for that time
 * @param waiting callers that may wait for their turn; one more is told BUSY
 */
public record HashSettings(int memoryKib, int iterations, int parallelism, int concurrent, int waiting) {
    public static final HashSettings DEFAULTS = new HashSettings(65_536, 3, 2, 2, 64);

    public HashSettings {
        within("HASH_TIME_COST", iterations, 1, PhcHash.MAX_ITERATIONS);
        within("HASH_PARALLELISM", parallelism, 1, PhcHash.MAX_PARALLELISM);
        within("HASH_MEMORY_COST", memoryKib, 8 * parallelism, PhcHash.MAX_MEMORY_KIB);
        within("HASH_CONCURRENCY", concurrent, 1, 1_024);
        within("HASH_WAITING", waiting, 0, 100_000);
    }

    private static void within(String key, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(key + " must be from " + min + " to " + max + ", was " + value);
        }
    }
}
