package io.oxicloud.files.session;

import io.oxicloud.base.PeriodicTask;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.db.Tx;
import io.oxicloud.files.upload.HeldBytes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Gives up the sessions whose time is over, and finishes what a crash left of others. */
public final class SessionExpiry implements PeriodicTask {
    private static final int PAGE = 100;

    private final Tx tx;
    private final Clock clock;
    private final SessionRows rows = new SessionRows();
    private final PieceRelease pieces;

    /** @param tx of the maintenance connections */
    public SessionExpiry(Tx tx, ChunkLedger references, HeldBytes held, Clock clock) {
        this.tx = tx;
        this.clock = clock;
        pieces = new PieceRelease(tx, references, held);
    }

    @Override
    public String name() {
        return "sessions.expiry";
    }

    @Override
    public Duration interval() {
        return Duration.ofMinutes(15);
    }

    @Override
    public void run() throws InterruptedException {
        Instant now = clock.instant();
        List<UUID> due;
        do {
            due = tx.read("sessions.due", scope -> rows.due(scope, now, PAGE));
            for (UUID session : due) {
                pieces.release(session, now);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } while (due.size() == PAGE);
    }
}
