package io.oxicloud.files;

import io.oxicloud.base.PeriodicTask;
import io.oxicloud.db.Tx;
import java.time.Duration;

/** Takes the rows of locks away whose time is over. They count for nothing before that already. */
public final class LockPurge implements PeriodicTask {
    private final Tx tx;
    private final LockRows rows = new LockRows();

    /** @param tx of the maintenance connections */
    public LockPurge(Tx tx) {
        this.tx = tx;
    }

    @Override
    public String name() {
        return "locks.purge";
    }

    @Override
    public Duration interval() {
        return Duration.ofMinutes(10);
    }

    @Override
    public void run() {
        tx.retryingWrite(name(), rows::dropEnded);
    }
}
