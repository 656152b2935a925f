package io.oxicloud.chunk.job;

import io.oxicloud.base.Actor;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.base.UserId;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.blob.moving.MigratingBlobBackend;
import io.oxicloud.cache.Caches;
import io.oxicloud.chunk.BlobsOutsideTransactions;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.ChunkSweeper;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.chunk.Fsck;
import io.oxicloud.chunk.Grace;
import io.oxicloud.chunk.StoreSettings;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.TestDatabase;
import io.oxicloud.db.Tx;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A node with a content store that is to move: database, both halves, and what an administrator asks of it. */
final class MoveRig implements AutoCloseable {
    static final Actor ADMIN = new Actor.User(new UserId(new UUID(1, 1)), true, false);
    static final NodeSetup HERE_TO_THERE = new NodeSetup("here", "there", null);

    final Database database;
    final BlobBackend source;
    final BlobBackend target;
    final NodeTurn turn;
    final Moves moves;
    final ChunkStore store;
    final BlobsOutsideTransactions blobs;
    final AtomicLong nanos = new AtomicLong();
    private final ChunkLedger ledger = new ChunkLedger();
    private final Caches caches = new Caches(() -> 0);
    private final Tx tx;
    private final Ids ids = new Ids(Clock.systemUTC(), new SecureRandom());
    private final NodeSetup setup;

    MoveRig(DatabaseSource database, BlobBackend source, BlobBackend target) {
        this(database, source, target, HERE_TO_THERE);
    }

    MoveRig(DatabaseSource where, BlobBackend source, BlobBackend target, NodeSetup setup) {
        this.database = TestDatabase.open(where, io.oxicloud.chunk.Entities.CLASSES, Entities.CLASSES);
        this.tx = database.requests();
        this.source = source;
        this.target = target;
        this.setup = setup;
        this.turn = new NodeTurn(database.maintenance(), setup, ids.next(), nanos::get);
        this.blobs = new BlobsOutsideTransactions(new MigratingBlobBackend(source, target, turn));
        this.store = new ChunkStore(tx, blobs, caches, Clock.systemUTC(), ids, new StoreSettings(0, 0, 0));
        this.moves = new Moves(tx, turn, new TargetSample(tx, new BlobsOutsideTransactions(target), new Random(3)));
    }

    /** One turn of the task on this node. */
    void work() throws InterruptedException {
        new MoveTask(
                        database.maintenance(),
                        Clock.systemUTC(),
                        ids,
                        setup,
                        new BlobsOutsideTransactions(source),
                        new BlobsOutsideTransactions(target))
                .run();
    }

    /** Learns of what is, and tells that it has. */
    void told() {
        turn.hear();
    }

    Hash keep(byte[] content) throws IOException {
        try (ContentLease lease = store.ingest(new ByteArrayInputStream(content))) {
            tx.retryingWrite("test", scope -> {
                ledger.adopt(scope, lease);
                return true;
            });
            return lease.hash();
        }
    }

    void release(Hash content) {
        tx.retryingWrite("test", scope -> {
            ledger.release(scope, new TreeMap<>(Map.of(content, 1L)));
            return true;
        });
    }

    byte[] read(Hash content) throws IOException {
        try (var in = store.open(content).stream()) {
            return in.readAllBytes();
        }
    }

    /** What is not used now goes now, but leases live. */
    void sweep(BlobBackend backend) throws InterruptedException {
        sweep(backend, new Grace(Duration.ofDays(1), Duration.ZERO));
    }

    /** What is not used now goes now, and every lease is dead. */
    void sweepDeadLeases(BlobBackend backend) throws InterruptedException {
        sweep(backend, new Grace(Duration.ZERO, Duration.ZERO));
    }

    private void sweep(BlobBackend backend, Grace grace) throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            new ChunkSweeper(database.maintenance(), backend, grace).run();
        }
    }

    /** What is wrong in a backend, by the rows. Nobody shows the contents here, so their references are not looked at. */
    List<String> wrong(BlobBackend backend) throws InterruptedException {
        return new Fsck(database.maintenance(), backend, List.of(), Clock.systemUTC())
                .checkDeep().findings().stream()
                        .filter(one -> !one.kind().name().startsWith("CONTENT"))
                        .map(Object::toString)
                        .toList();
    }

    JobView view() {
        return moves.view(ADMIN);
    }

    static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static MemoryBlobBackend memory() {
        return new MemoryBlobBackend();
    }

    @Override
    public void close() {
        turn.close();
        store.close();
        caches.close();
        database.close();
    }
}
