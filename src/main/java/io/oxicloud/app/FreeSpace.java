package io.oxicloud.app;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * What the storage has free, in bytes, at most five seconds old: every write asks, and a remote store would be asked over the
 * network. Thread-safe.
 */
final class FreeSpace implements LongSupplier {
    private static final Duration GOOD_FOR = Duration.ofSeconds(5);

    private final LongSupplier storage;
    private final Clock clock;
    private volatile Reading last = new Reading(Instant.MIN, 0);

    private record Reading(Instant goodUntil, long bytes) {}

    FreeSpace(LongSupplier storage, Clock clock) {
        this.storage = storage;
        this.clock = clock;
    }

    /** Two that find it too old at once ask twice: no harm. */
    @Override
    public long getAsLong() {
        Instant now = clock.instant();
        Reading reading = last;
        if (!now.isBefore(reading.goodUntil())) {
            reading = new Reading(now.plus(GOOD_FOR), storage.getAsLong());
            last = reading;
        }
        return reading.bytes();
    }
}
