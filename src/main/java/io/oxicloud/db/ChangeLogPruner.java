package io.oxicloud.db;

import io.oxicloud.base.PeriodicTask;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Drops changes after half a year: a client that was away for longer reads everything once. */
public final class ChangeLogPruner implements PeriodicTask {
    private static final Duration KEPT = Duration.ofDays(183);

    private final Tx tx;
    private final ChangeLog changes;
    private final Clock clock;

    public ChangeLogPruner(Tx tx, ChangeLog changes, Clock clock) {
        this.tx = tx;
        this.changes = changes;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "changes.prune";
    }

    @Override
    public Duration interval() {
        return Duration.ofDays(1);
    }

    @Override
    public void run() {
        tx.write(name(), scope -> {
            changes.prune(scope, clock.instant().minus(KEPT).truncatedTo(ChronoUnit.MICROS));
            return 0;
        });
    }
}
