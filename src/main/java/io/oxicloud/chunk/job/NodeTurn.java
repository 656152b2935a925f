package io.oxicloud.chunk.job;

import io.oxicloud.blob.moving.Turn;
import io.oxicloud.db.Tx;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this node knows of a move of contents, and what the others know of this node (docs/storage.md, "Moving"). Every few
 * seconds it reads how the move stands and writes that it has. A node that could not for five minutes takes no new blobs;
 * one that was not heard of for twelve is not waited for, for whatever it was uploading is dead by then. Thread-safe.
 */
public final class NodeTurn implements Turn, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(NodeTurn.class);
    private static final Duration STALE = Duration.ofMinutes(5);
    private static final long POLL_SECONDS = 5;

    private final Tx tx;
    private final NodeSetup setup;
    private final UUID id;
    private final LongSupplier nanos;
    private final JobRows jobs = new JobRows();
    private final NodeRows nodes = new NodeRows();
    private final ExecutorService poller;
    private volatile boolean toTarget;
    private volatile long heardAt;
    private volatile String complaint = "";
    private volatile boolean joined;

    /**
     * @param tx for background work
     * @param id another one for each start
     * @param nanos a clock that never goes back, of any origin
     */
    public NodeTurn(Tx tx, NodeSetup setup, UUID id, LongSupplier nanos) {
        this.tx = tx;
        this.setup = setup;
        this.id = id;
        this.nanos = nanos;
        this.poller = Executors.newSingleThreadExecutor(task -> {
            var thread = new Thread(task, "oxicloud-storage-node");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Learns how the move stands, without telling anybody of this node: for a process that only reads. */
    public void look() {
        long before = nanos.getAsLong();
        toTarget = tx.read("storage.look", scope -> setup.isToTarget(jobs.get(scope, JobKind.MOVE)));
        heardAt = before;
    }

    /**
     * Tells the others of this node. From the next call of {@link #poll} on nobody begins a move without it.
     *
     * @param alone whether no other node can be there, so that what is known of others is of the past
     * @throws IllegalStateException if its settings do not fit to a move that is under way; the message is for the administrator
     */
    public void join(boolean alone) {
        long before = nanos.getAsLong();
        String wrong = tx.retryingWrite("storage.join", scope -> {
            StorageJobEntity move = jobs.lock(scope, JobKind.MOVE);
            Instant now = scope.databaseTime();
            nodes.forget(scope, alone ? now : now.minus(Duration.ofDays(1)));
            if (setup.complaint(move).isEmpty()) {
                toTarget = setup.isToTarget(move);
                scope.session().persist(new StorageNodeEntity(id, setup, toTarget, now));
            }
            return setup.complaint(move);
        });
        if (!wrong.isEmpty()) {
            throw new IllegalStateException(wrong);
        }
        heardAt = before;
        joined = true;
    }

    /** Begins to listen. */
    public void start() {
        poller.execute(() -> {
            try {
                while (true) {
                    TimeUnit.SECONDS.sleep(POLL_SECONDS);
                    pollOrWarn();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void pollOrWarn() {
        try {
            poll();
        } catch (RuntimeException e) {
            log.warn("storage.node-not-heard cause={}", e.toString());
        }
    }

    /** Listens and tells at once, for whoever changed something on this node; what fails comes with the next turn. */
    void hear() {
        pollOrWarn();
        pollOrWarn();
    }

    /** First listens, then tells: who reads that this node knows of the turn can rely on it. */
    synchronized void poll() {
        long before = nanos.getAsLong();
        boolean known = toTarget;
        Heard heard = tx.retryingWrite("storage.poll", scope -> {
            StorageJobEntity move = jobs.get(scope, JobKind.MOVE);
            if (!nodes.seen(scope, id, known)) {
                scope.session().persist(new StorageNodeEntity(id, setup, known, scope.databaseTime()));
            }
            return new Heard(setup.isToTarget(move), setup.complaint(move));
        });
        if (!heard.complaint.equals(complaint)) {
            log.error("storage.node-misfit reason={}", heard.complaint);
        }
        complaint = heard.complaint;
        toTarget = heard.toTarget;
        heardAt = before;
    }

    private record Heard(boolean toTarget, String complaint) {}

    @Override
    public boolean toTarget() throws IOException {
        if (!complaint.isEmpty()) {
            throw new IOException(complaint);
        }
        if (nanos.getAsLong() - heardAt > STALE.toNanos()) {
            throw new IOException("nothing was heard of the other nodes for " + STALE.toMinutes() + " minutes");
        }
        return toTarget;
    }

    NodeSetup setup() {
        return setup;
    }

    @Override
    public void close() {
        poller.shutdownNow();
        try {
            poller.awaitTermination(10, TimeUnit.SECONDS);
            if (joined) {
                tx.retryingWrite("storage.leave", scope -> nodes.leave(scope, id));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.warn("storage.node-not-left cause={}", e.toString());
        }
    }
}
