package io.oxicloud.files.upload;

import io.oxicloud.base.PeriodicTask;
import io.oxicloud.base.UserId;
import io.oxicloud.chunk.PendingChunks;
import io.oxicloud.db.Tx;
import java.time.Duration;
import java.util.SortedMap;

/** Gives up the chunks that were sent for a file that nobody has made of them. The sweeper of the store then takes them. */
public final class PendingExpiry implements PeriodicTask {
    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final int AT_ONCE = 500;

    private final Tx tx;
    private final HeldBytes held;
    private final PendingChunks pending = new PendingChunks();

    /** @param tx for background work */
    public PendingExpiry(Tx tx, HeldBytes held) {
        this.tx = tx;
        this.held = held;
    }

    @Override
    public String name() {
        return "uploads.expire";
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public void run() throws InterruptedException {
        while (tx.retryingWrite(name(), this::expire)) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private boolean expire(Tx.Scope scope) {
        SortedMap<UserId, Long> gone = pending.expire(scope, AT_ONCE);
        gone.forEach((account, bytes) -> held.release(scope, account, bytes));
        return !gone.isEmpty();
    }
}
