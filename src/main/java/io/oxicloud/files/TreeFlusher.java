package io.oxicloud.files;

import io.oxicloud.db.Lease;
import io.oxicloud.db.Leases;
import io.oxicloud.db.Tx;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks twice a second whether folders have to hear of changes below them ({@link TreeVersions}), on one thread of this node,
 * and on one node at a time. While nothing changes it costs one statement that reads.
 */
public final class TreeFlusher implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TreeFlusher.class);

    private static final String LEASE = "files/tree-versions";
    /** A node that dies holds the others up for so long. */
    private static final Duration LIFE = Duration.ofSeconds(30);

    /** A start has no rivals for the processor; what a former run left over can wait. */
    private static final Duration QUIET = Duration.ofSeconds(5);

    private final TreeVersions versions;
    private final Leases leases;
    private final Duration pause;
    private final ExecutorService thread;
    /** Beside the interrupt, which may be lost in a transaction. */
    private volatile boolean closed;
    /** Of a row of failures only the first is logged. */
    private boolean failing;

    /**
     * @param tx for background work
     * @param pause between two looks
     */
    public TreeFlusher(Tx tx, Leases leases, Duration pause) {
        this.versions = new TreeVersions(tx);
        this.leases = leases;
        this.pause = pause;
        this.thread = Executors.newSingleThreadExecutor(work -> {
            var made = new Thread(work, "oxicloud-tree-versions");
            made.setDaemon(true);
            return made;
        });
    }

    public void start() {
        thread.execute(() -> {
            try {
                Thread.sleep(QUIET.toMillis());
                while (!closed) {
                    Thread.sleep(pause.toMillis());
                    flushOrLog();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Interrupts what is running and waits for it to end. */
    @Override
    public void close() {
        closed = true;
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
                log.warn("files.tree-versions.slow-stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void flushOrLog() {
        try {
            flush();
            failing = false;
        } catch (RuntimeException e) {
            if (!failing && !closed && !Thread.currentThread().isInterrupted()) {
                log.warn("files.tree-versions.failed", e);
            }
            failing = true;
        }
    }

    /** Does all there is, unless another node is at it. */
    void flush() {
        if (!versions.isDue()) {
            return;
        }
        Optional<Lease> mine = leases.tryAcquire(LEASE, LIFE);
        if (mine.isPresent()) {
            try (Lease lease = mine.get()) {
                boolean more = true;
                while (more && !closed && !Thread.currentThread().isInterrupted()) {
                    more = versions.raise() && lease.renew(LIFE);
                }
            }
        }
    }
}
