package io.oxicloud.db;

import io.oxicloud.base.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that a transaction asks for and that is done later, at least once, by any node.
 *
 * <p>A claim moves the row's due time into the future, so that nobody else takes it; when the claimant dies, that time comes
 * and the row is taken again. A handler that outlives its claim therefore has its work done twice. What fails is tried again
 * after 30 s, then after twice as long each time up to an hour, and is kept aside as poison after 12 failures. All times are
 * the database's. Thread-safe.
 */
public final class WorkQueue {
    private static final Logger log = LoggerFactory.getLogger(WorkQueue.class);

    private static final int MOST_ATTEMPTS = 12;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final int CLAIMED_AT_ONCE = 10;
    private static final int LONGEST_ERROR = 500;

    private final Tx tx;
    private final Ids ids;
    private final Duration claim;

    /**
     * @param tx for claiming and settling; {@link #enqueue} joins its caller's
     * @param claim how long a worker may take for the rows it claimed together, ten at most
     */
    public WorkQueue(Tx tx, Ids ids, Duration claim) {
        this.tx = tx;
        this.ids = ids;
        this.claim = claim;
    }

    /** To be done once {@code scope} has committed. Costs the transaction two statements. */
    public void enqueue(Tx.Scope scope, String kind, String payload) {
        scope.session().persist(new WorkEntity(ids.next(), kind, payload, scope.databaseTime()));
    }

    /**
     * Does work of this kind that is due, until there is none, {@code max} pieces were done, or the thread is interrupted.
     * The handler is called outside of any transaction, for one piece after the other; its exceptions are logged and lead to
     * another attempt later.
     *
     * @return how many pieces were handled, well or badly
     */
    public int drain(String kind, int max, Consumer<String> handler) {
        int handled = 0;
        while (handled < max && !Thread.currentThread().isInterrupted()) {
            Claimed claimed = claim(kind, Math.min(CLAIMED_AT_ONCE, max - handled));
            if (claimed.candidates == 0) {
                break;
            }
            for (Piece piece : claimed.pieces) {
                if (Thread.currentThread().isInterrupted()) {
                    break;
                }
                handle(kind, claimed.by, piece, handler);
                handled++;
            }
        }
        return handled;
    }

    /** All claimants update in the order of the ids, so that none waits for another in a ring. */
    private Claimed claim(String kind, int limit) {
        UUID by = ids.next();
        return tx.retryingWrite("work.claim", scope -> {
            Instant now = scope.databaseTime();
            var candidates = new ArrayList<>(scope.session()
                    .createSelectionQuery("""
                            select w.id, w.payload, w.attempts
                            from WorkEntity w
                            where w.kind = :kind and w.state = WAITING and w.dueAt <= :now
                            order by w.dueAt, w.id
                            """, Piece.class)
                    .setParameter("kind", kind)
                    .setParameter("now", now)
                    .setMaxResults(limit)
                    .getResultList());
            candidates.sort(Comparator.comparing(piece -> piece.id.toString()));
            var mine = new ArrayList<Piece>();
            for (Piece piece : candidates) {
                int claimed = scope.session()
                        .createMutationQuery("""
                                update WorkEntity w set w.dueAt = :until, w.claim = :by, w.attempts = w.attempts + 1
                                where w.id = :id and w.state = WAITING and w.dueAt <= :now
                                """)
                        .setParameter("until", now.plus(claim))
                        .setParameter("by", by)
                        .setParameter("id", piece.id)
                        .setParameter("now", now)
                        .executeUpdate();
                if (claimed == 1) {
                    mine.add(piece);
                }
            }
            return new Claimed(by, candidates.size(), mine);
        });
    }

    private void handle(String kind, UUID by, Piece piece, Consumer<String> handler) {
        try {
            handler.accept(piece.payload);
        } catch (RuntimeException e) {
            failed(kind, by, piece, e);
            return;
        }
        tx.write(
                "work.done",
                scope -> scope.session()
                        .createMutationQuery("delete from WorkEntity w where w.id = :id and w.claim = :by")
                        .setParameter("id", piece.id)
                        .setParameter("by", by)
                        .executeUpdate());
    }

    private void failed(String kind, UUID by, Piece piece, RuntimeException failure) {
        int attempts = piece.attempts + 1;
        boolean poison = attempts >= MOST_ATTEMPTS;
        log.warn("work.failed kind={} id={} attempt={} poison={}", kind, piece.id, attempts, poison, failure);
        String error = String.valueOf(failure);
        tx.write(
                "work.failed",
                scope -> scope.session()
                        .createMutationQuery("""
                        update WorkEntity w set w.state = :state, w.dueAt = :due, w.claim = null, w.lastError = :error
                        where w.id = :id and w.claim = :by
                        """)
                        .setParameter("state", poison ? WorkState.POISON : WorkState.WAITING)
                        .setParameter("due", scope.databaseTime().plus(pause(attempts)))
                        .setParameter("error", error.substring(0, Math.min(LONGEST_ERROR, error.length())))
                        .setParameter("id", piece.id)
                        .setParameter("by", by)
                        .executeUpdate());
    }

    private static Duration pause(int attempts) {
        Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts - 1, MOST_ATTEMPTS));
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }

    private record Piece(UUID id, String payload, int attempts) {}

    /** @param candidates how many were due, some of which others were quicker to take */
    private record Claimed(UUID by, int candidates, List<Piece> pieces) {}
}
