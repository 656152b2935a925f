package io.oxicloud.files.session;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.Hash;
import io.oxicloud.base.UserId;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.db.Tx;
import io.oxicloud.files.upload.HeldBytes;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives back what sessions hold that nobody needs any more: in transactions of a bounded size, and again after a crash. */
final class PieceRelease {
    private static final Logger log = LoggerFactory.getLogger(PieceRelease.class);
    private static final int BATCH = 500;

    private final Tx tx;
    private final ChunkLedger references;
    private final HeldBytes held;
    private final SessionRows rows = new SessionRows();

    PieceRelease(Tx tx, ChunkLedger references, HeldBytes held) {
        this.tx = tx;
        this.references = references;
        this.held = held;
    }

    /** Releases what it can: what fails here is done by {@link SessionExpiry}. */
    void tryRelease(UUID session, Instant now) {
        try {
            release(session, now);
        } catch (CloudException e) {
            log.debug("session.pieces-left session={} cause={}", session, e.toString());
        }
    }

    /** Until nothing is left of its pieces; and of itself, unless it has become a file and may still be asked for that. */
    void release(UUID session, Instant now) {
        boolean more;
        do {
            more = tx.retryingWrite("sessions.release", scope -> step(scope, session, now));
        } while (more);
    }

    private boolean step(Tx.Scope scope, UUID id, Instant now) {
        UploadSessionEntity session = rows.lock(scope, id).orElse(null);
        if (session == null || (session.state == SessionState.OPEN && session.expiresAt.isAfter(now))) {
            return false;
        }
        if (session.state == SessionState.OPEN) {
            held.release(scope, new UserId(session.userId), session.totalBytes);
            rows.end(scope, id);
            return true;
        }
        List<PieceEntity> some = rows.some(scope, id, BATCH);
        if (some.isEmpty()) {
            if (session.state != SessionState.DONE || !session.expiresAt.isAfter(now)) {
                rows.remove(scope, id);
            }
            return false;
        }
        SortedMap<Hash, Long> counts = new TreeMap<>();
        some.forEach(piece -> counts.merge(piece.content, 1L, Long::sum));
        rows.remove(scope, id, some.get(some.size() - 1).id.number());
        references.release(scope, counts);
        return true;
    }
}
