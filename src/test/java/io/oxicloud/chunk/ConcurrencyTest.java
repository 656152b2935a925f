package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.hibernate.LockMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class ConcurrencyTest {
    private static final int CLIENTS = 6;
    private static final long SEED = 20260303;

    private final StoreRig rig;

    ConcurrencyTest(Engine engine) {
        rig = new StoreRig(engine);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void theSameNewContentFromManyAtOnceIsStoredOnce() throws Exception {
        byte[] content = StoreRig.random(3_000_000, 1);
        var start = new CountDownLatch(1);
        List<Callable<Hash>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(() -> {
                start.await();
                return rig.keep(content);
            });
        }

        List<Hash> hashes = StoreClient.all(clients, start);

        Hash hash = hashes.get(0);
        assertEquals(1, hashes.stream().distinct().count());
        assertEquals(1, rig.count("ManifestEntity"));
        assertEquals(rig.count("ChunkEntity"), rig.memory.names().size());
        assertEquals(0, rig.count("UploadLeaseEntity"));
        rig.checkInvariants(Map.of(hash, (long) CLIENTS));
        assertArrayEquals(content, rig.read(hash));
    }

    @Test
    void oneOfTwoUploadsThatIsGivenUpDoesNotHarmTheOther() throws Exception {
        byte[] content = StoreRig.random(3_000_000, 2);
        try (var first = rig.ingest(content)) {
            try (var second = rig.ingest(content)) {
                assertEquals(first.hash(), second.hash());
            }
            rig.sweep(StoreRig.LEASES);
            rig.adopt(first);

            rig.checkInvariants(Map.of(first.hash(), 1L));
            assertArrayEquals(content, rig.read(first.hash()));
        }
    }

    /** Locks first, then pins: the sweeper sees a pin whose transaction was under way when it came. */
    @Test
    void theSweeperWaitsForAPinThatIsBeingMade() throws Exception {
        byte[] content = StoreRig.random(1_000_000, 4);
        rig.release(rig.keep(content));
        rig.sweep(new Grace(Duration.ofDays(1), Duration.ofDays(1)));
        var rows = new SweepRows();
        Instant later = Instant.now().plus(Duration.ofDays(1));
        Hash manifest = rig.inTx(scope -> rows.unusedManifests(scope, later)).get(0);
        rig.inTx(scope -> rows.removeManifest(scope, manifest, later));
        rig.inTx(scope -> rows.markChunks(scope, later.minusSeconds(1)));
        List<Hash> unused = rig.inTx(scope -> rows.unusedChunks(scope, later));
        assertEquals(rig.memory.names().size(), unused.size());

        var lease = UUID.randomUUID();
        var sizes = new TreeMap<Hash, Integer>();
        unused.forEach(digest -> sizes.put(digest, 1));
        var background = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> removed = rig.inTx(scope -> {
                var chunks = new ChunkRows();
                chunks.open(scope, lease);
                chunks.pin(scope, lease, sizes, () -> 1);
                long before = rig.database.statements().count();
                Future<Integer> sweep = background.submit(() -> rig.database
                        .maintenance()
                        .retryingWrite(
                                "test",
                                other -> rows.removeChunks(other, unused, later).chunks()));
                while (rig.database.statements().count() == before) {
                    Thread.onSpinWait();
                }
                return sweep;
            });

            assertEquals(0, removed.get());
        } finally {
            background.shutdown();
        }
        assertEquals(unused.size(), rig.count("ChunkEntity"));
        assertEquals(unused.size(), rig.count("PinEntity"));
    }

    /** The look at the pins is worth something only if nobody can pin until the row is gone. */
    @Test
    void theSweeperLocksTheRowsItLooksAt() throws Exception {
        try (var lease = rig.ingest(StoreRig.random(300_000, 6))) {
            assertEquals(300_000, lease.size());
            var rows = new SweepRows();
            Instant later = Instant.now().plus(Duration.ofDays(1));
            List<Hash> pinned = rig.inTx(scope -> scope.session()
                    .createSelectionQuery("select p.digest from PinEntity p", Hash.class)
                    .getResultList());
            rig.change(scope -> scope.session()
                    .createMutationQuery("update ChunkEntity c set c.markedAt = :at")
                    .setParameter("at", later.minusSeconds(1))
                    .executeUpdate());
            var other = Executors.newSingleThreadExecutor();
            try {
                rig.change(scope -> {
                    assertEquals(0, rows.removeChunks(scope, pinned, later).chunks());

                    Future<Integer> second = other.submit(() -> lockNow(pinned));

                    var failure = assertThrows(ExecutionException.class, second::get);
                    var busy = assertInstanceOf(CloudException.class, failure.getCause());
                    assertEquals(ErrorCode.BUSY, busy.code());
                });
            } finally {
                other.shutdown();
            }
            assertEquals(pinned.size(), lockNow(pinned));
        }
    }

    private int lockNow(List<Hash> digests) {
        return rig.database
                .maintenance()
                .write(
                        "test",
                        scope -> scope.session()
                                .createSelectionQuery(
                                        "from ChunkEntity c where c.digest in :digests", ChunkEntity.class)
                                .setParameter("digests", digests)
                                .setHibernateLockMode(LockMode.UPGRADE_NOWAIT)
                                .getResultList()
                                .size());
    }

    /** The other way round: a pin that comes while the row is being removed finds it gone and makes a new one. */
    @Test
    void aPinWaitsForARemovalThatIsUnderWay() throws Exception {
        byte[] content = StoreRig.random(1_000_000, 5);
        try (var dropped = rig.ingest(content)) {
            assertEquals(content.length, dropped.size());
        }
        var rows = new SweepRows();
        Instant later = Instant.now().plus(Duration.ofDays(1));
        rig.inTx(scope -> rows.markChunks(scope, later.minusSeconds(1)));
        List<Hash> unused = rig.inTx(scope -> rows.unusedChunks(scope, later));
        var background = Executors.newSingleThreadExecutor();
        try {
            Future<Hash> kept = rig.inTx(scope -> {
                assertEquals(
                        unused.size(), rows.removeChunks(scope, unused, later).chunks());
                long before = rig.database.statements().count();
                Future<Hash> upload = background.submit(() -> rig.keep(content));
                // the lease is made, then the rows are looked up
                while (rig.database.statements().count() < before + 2) {
                    Thread.onSpinWait();
                }
                return upload;
            });

            Hash hash = kept.get();
            rig.sweep(StoreRig.LEASES);
            rig.checkInvariants(Map.of(hash, 1L));
            assertArrayEquals(content, rig.read(hash));
        } finally {
            background.shutdown();
        }
    }

    /** Uploads, copies, deletions and uploads that are given up, of contents that share chunks, with a merciless sweeper. */
    @Test
    void nothingIsLostWhileTheSweeperNeverWaits() throws Exception {
        rig.cacheNothing();
        Map<Hash, Long> owners = StoreClient.runAll(rig, CLIENTS, SEED, StoreClient::busy);

        rig.checkInvariants(owners);
        for (byte[] content : StoreClient.contents()) {
            Hash hash = rig.keep(content);
            assertArrayEquals(content, rig.read(hash));
            owners.merge(hash, 1L, Long::sum);
        }
        owners.forEach((hash, count) -> {
            for (int i = 0; i < count; i++) {
                rig.release(hash);
            }
        });
        rig.sweep(StoreRig.LEASES);
        assertEquals(0, rig.memory.names().size());
        assertEquals(0, rig.count("ChunkEntity"));
    }
}
