package io.oxicloud.chunk;

import java.time.Duration;

/**
 * How long the sweeper waits.
 *
 * @param lease after its last renewal a lease is dead
 * @param unused after it was first seen unused, a manifest or chunk may be removed; at least twice {@code lease} in earnest
 */
public record Grace(Duration lease, Duration unused) {
    /** What docs/storage.md promises. */
    public static final Grace DEFAULTS = new Grace(Duration.ofMinutes(10), Duration.ofMinutes(20));

    public Grace {
        if (lease.isNegative() || unused.isNegative()) {
            throw new IllegalArgumentException("a grace period is not negative: " + lease + ", " + unused);
        }
    }
}
