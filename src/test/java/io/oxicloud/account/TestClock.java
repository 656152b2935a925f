package io.oxicloud.account;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it. Thread-safe. */
public final class TestClock extends Clock {
    private final AtomicLong micros =
            new AtomicLong(Instant.parse("2026-03-01T10:00:00Z").getEpochSecond() * 1_000_000);

    public void advance(Duration duration) {
        micros.addAndGet(duration.toNanos() / 1_000);
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plus(micros.get(), ChronoUnit.MICROS);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
    }
}
