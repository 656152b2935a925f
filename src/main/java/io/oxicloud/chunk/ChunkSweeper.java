package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import io.oxicloud.db.Tx;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what nobody needs any more: dead leases, then manifests, then chunks, then blobs (docs/storage.md, "Removing").
 * It may be cut off anywhere, and two may run at once by mistake; neither loses anything.
 */
public final class ChunkSweeper implements PeriodicTask {
    private static final Logger log = LoggerFactory.getLogger(ChunkSweeper.class);

    private static final Duration INTERVAL = Duration.ofMinutes(5);

    /** Longer than any upload takes. */
    private static final Duration LEFTOVERS = Duration.ofDays(2);

    private final Tx tx;
    private final BlobBackend blobs;
    private final Grace grace;
    private final SweepRows rows = new SweepRows();

    /** @param tx for background work */
    public ChunkSweeper(Tx tx, BlobBackend blobs, Grace grace) {
        this.tx = tx;
        this.blobs = blobs;
        this.grace = grace;
    }

    @Override
    public String name() {
        return "chunk.sweep";
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public void run() throws InterruptedException {
        sweep();
    }

    /**
     * What went.
     *
     * @param bytes of contents that no row names any more
     */
    public record Swept(int blobs, long bytes) {}

    /** As {@link #run}. */
    public Swept sweep() throws InterruptedException {
        Instant now = tx.read("chunk.sweep-time", Tx.Scope::databaseTime);
        Instant unusedSince = now.minus(grace.unused());
        int leases = tx.retryingWrite("chunk.sweep-leases", scope -> rows.dropLeases(scope, now.minus(grace.lease())));
        repeat("chunk.mark-manifests", scope -> rows.markManifests(scope, now));
        int manifests = removeManifests(unusedSince);
        repeat("chunk.mark-chunks", scope -> rows.markChunks(scope, now));
        SweepRows.Removed chunks = removeChunks(unusedSince);
        int removed = removeBlobs();
        log.debug("chunk.swept leases={} manifests={} chunks={} blobs={}", leases, manifests, chunks.chunks(), removed);
        try {
            blobs.removeLeftovers(now.minus(LEFTOVERS));
        } catch (IOException e) {
            throw BlobFailures.translate(e);
        }
        return new Swept(removed, chunks.bytes());
    }

    private void repeat(String name, Function<Tx.Scope, Integer> step) throws InterruptedException {
        while (tx.retryingWrite(name, step) == SweepRows.AT_ONCE) {
            stopIfInterrupted();
        }
    }

    private int removeManifests(Instant markedBefore) throws InterruptedException {
        int count = 0;
        while (true) {
            List<Hash> unused = tx.read("chunk.unused-manifests", scope -> rows.unusedManifests(scope, markedBefore));
            if (unused.isEmpty()) {
                return count;
            }
            for (Hash content : unused) {
                stopIfInterrupted();
                boolean gone = tx.retryingWrite(
                        "chunk.remove-manifest", scope -> rows.removeManifest(scope, content, markedBefore));
                count += gone ? 1 : 0;
            }
        }
    }

    private SweepRows.Removed removeChunks(Instant markedBefore) throws InterruptedException {
        int count = 0;
        long bytes = 0;
        while (true) {
            stopIfInterrupted();
            List<Hash> unused = tx.read("chunk.unused-chunks", scope -> rows.unusedChunks(scope, markedBefore));
            if (unused.isEmpty()) {
                return new SweepRows.Removed(count, bytes);
            }
            SweepRows.Removed gone =
                    tx.retryingWrite("chunk.remove-chunks", scope -> rows.removeChunks(scope, unused, markedBefore));
            count += gone.chunks();
            bytes += gone.bytes();
        }
    }

    /** Deletes all that it can; what cannot be deleted now stays on the list. */
    private int removeBlobs() throws InterruptedException {
        int count = 0;
        while (true) {
            List<BlobName> listed = tx.read("chunk.removals", rows::removals);
            if (listed.isEmpty()) {
                return count;
            }
            List<BlobName> gone = new ArrayList<>();
            IOException failure = null;
            for (BlobName blob : listed) {
                stopIfInterrupted();
                try {
                    blobs.delete(blob);
                    gone.add(blob);
                } catch (IOException e) {
                    failure = e;
                }
            }
            tx.retryingWrite("chunk.removed", scope -> rows.removed(scope, gone));
            count += gone.size();
            if (failure != null) {
                throw BlobFailures.translate(failure);
            }
        }
    }

    private static void stopIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
