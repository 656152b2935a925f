package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.blob.BlobName;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Some chunks, held by a lease while somebody works on their blobs, so that no sweeper removes them meanwhile and nothing
 * comes back that was removed. A crash leaves a lease that dies by itself. For one thread.
 */
public final class HeldChunks implements AutoCloseable {
    private static final ChunkRows ROWS = new ChunkRows();

    private final Tx tx;
    private final Clock clock;
    private final UUID lease;
    private final @Nullable Hash last;
    private final List<Held> chunks;
    private Instant renewed;
    private boolean released;

    /**
     * One of them.
     *
     * @param size in bytes
     * @param durable whether its blob must be there; if not, an upload may be at it
     */
    public record Held(BlobName name, int size, boolean durable) {}

    private HeldChunks(Tx tx, Clock clock, UUID lease, Page page) {
        this.tx = tx;
        this.clock = clock;
        this.lease = lease;
        this.last = page.last;
        this.chunks = page.chunks;
        this.renewed = clock.instant();
        this.released = last == null;
    }

    /**
     * Holds the next chunks in the order of their digests.
     *
     * @param after null to begin
     * @param most at most a thousand
     */
    public static HeldChunks after(Tx tx, Clock clock, Ids ids, @Nullable Hash after, int most) {
        UUID lease = ids.next();
        Page held = tx.retryingWrite("chunk.hold", scope -> {
            List<Hash> next = next(scope, after, most);
            if (next.isEmpty()) {
                return new Page(null, List.of());
            }
            ROWS.open(scope, lease);
            var chunks = ROWS.hold(scope, lease, next).stream()
                    .map(row -> new Held(new BlobName(row.digest, row.life), row.size, row.durable))
                    .toList();
            return new Page(next.get(next.size() - 1), chunks);
        });
        return new HeldChunks(tx, clock, lease, held);
    }

    private record Page(@Nullable Hash last, List<Held> chunks) {}

    /** A row that is removed between this and its lock is left out. */
    private static List<Hash> next(Tx.Scope scope, @Nullable Hash after, int most) {
        String where = after == null ? "" : "where c.digest > :after ";
        var query = scope.session()
                .createSelectionQuery("select c.digest from ChunkEntity c " + where + "order by c.digest", Hash.class);
        if (after != null) {
            query.setParameter("after", after);
        }
        return query.setMaxResults(most).getResultList();
    }

    /** Up to where the store was looked through now; null if there was nothing more. */
    public @Nullable Hash last() {
        return last;
    }

    /** In the order of their digests. */
    public List<Held> chunks() {
        return chunks;
    }

    /**
     * To be called before each blob that is put.
     *
     * @throws io.oxicloud.base.CloudException BUSY if the chunks are not held any more
     */
    public void renewIfDue() {
        if (!clock.instant().isBefore(renewed.plus(Settling.RENEWED_EVERY))) {
            tx.retryingWrite("chunk.renew", scope -> {
                if (!ROWS.renew(scope, lease)) {
                    throw ChunkLedger.dead();
                }
                return true;
            });
            renewed = clock.instant();
        }
    }

    /** Lets go of them in a transaction of the caller's, who notes there what was done. */
    public void release(Tx.Scope scope) {
        if (!released) {
            ROWS.drop(scope, lease);
            scope.afterCommit(() -> released = true);
        }
    }

    @Override
    public void close() {
        if (!released) {
            ContentLease.drop(tx, ROWS, lease);
            released = true;
        }
    }
}
