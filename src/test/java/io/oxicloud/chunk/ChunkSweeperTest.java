package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class ChunkSweeperTest {
    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final StoreRig rig;

    /** What a test does when the sweeper deletes a blob. */
    private HookedBlobs.Hook onDelete = (call, before) -> {};

    ChunkSweeperTest(Engine engine) {
        var hooked = new HookedBlobs(memory, (call, before) -> {
            if (call.equals("delete")) {
                onDelete.at(call, before);
            }
        });
        rig = new StoreRig(TestDatabase.source(engine), memory, hooked);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void whatNobodyNeedsGoesWithAllItsRows() throws Exception {
        Hash hash = rig.keep(StoreRig.random(3_000_000, 1));
        rig.release(hash);

        rig.sweep(StoreRig.LEASES);

        assertNothingIsLeft();
        assertThrows(CloudException.class, () -> rig.store.open(hash));
    }

    /** Invariant 4, references. */
    @Test
    void whatIsReferencedStays() throws Exception {
        byte[] content = StoreRig.random(3_000_000, 2);
        byte[] longer = Arrays.copyOf(content, content.length + 100);
        Hash kept = rig.keep(content);
        Hash released = rig.keep(longer);
        rig.release(released);

        rig.sweep(StoreRig.NONE);

        rig.checkInvariants(Map.of(kept, 1L, released, 0L));
        assertEquals(1, rig.count("ManifestEntity"));
        assertArrayEquals(content, rig.read(kept));
        assertEquals(rig.count("ChunkEntity"), memory.names().size());
    }

    /** Invariant 4, pins. */
    @Test
    void whatIsPinnedStays() throws Exception {
        byte[] content = StoreRig.random(3_000_000, 3);
        Hash old = rig.keep(content);
        try (var lease = rig.ingest(content)) {
            rig.release(old);

            rig.sweep(StoreRig.LEASES);
            assertEquals(0, rig.count("ManifestEntity"));

            rig.adopt(lease);
            rig.checkInvariants(Map.of(lease.hash(), 1L));
            assertArrayEquals(content, rig.read(lease.hash()));
        }
    }

    /** Invariant 5. */
    @Test
    void aDeadLeaseCannotBeAdoptedAndItsChunksGo() throws Exception {
        try (var lease = rig.ingest(StoreRig.random(3_000_000, 4))) {
            rig.sweep(StoreRig.NONE);

            var failure = assertThrows(CloudException.class, () -> rig.adopt(lease));

            assertEquals(ErrorCode.BUSY, failure.code());
        }
        assertNothingIsLeft();
    }

    /** Invariant 5. */
    @Test
    void anUploadWhoseLeaseDiedOnTheWayFails() throws Exception {
        var slow = new TricklingStream(StoreRig.random(20 << 20, 5), 6) {
            private boolean swept;

            @Override
            void beforeRead() {
                // the second batch is read, so the first one is settled
                if (readsAfter(17 << 20) == 1 && !swept) {
                    swept = true;
                    try {
                        rig.sweep(StoreRig.NONE);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        };

        var failure = assertThrows(CloudException.class, () -> rig.store.ingest(slow));

        assertEquals(ErrorCode.BUSY, failure.code());
        rig.sweep(StoreRig.NONE);
        assertNothingIsLeft();
    }

    @Test
    void nothingGoesBeforeItsTime() throws Exception {
        Hash hash = rig.keep(StoreRig.random(3_000_000, 7));
        try (var lease = rig.ingest(StoreRig.random(3_000_000, 8))) {
            rig.release(hash);
            long chunks = rig.count("ChunkEntity");

            rig.sweep(StoreRig.LONG);

            assertEquals(1, rig.count("ManifestEntity where markedAt is not null"));
            assertEquals(chunks, rig.count("ChunkEntity"));
            assertEquals(1, rig.count("UploadLeaseEntity"));
            rig.adopt(lease);
        }
    }

    @Test
    void whatIsWantedAgainLosesItsMark() throws Exception {
        byte[] content = StoreRig.random(3_000_000, 9);
        Hash hash = rig.keep(content);
        rig.release(hash);
        rig.sweep(StoreRig.LONG);

        rig.keep(content);

        assertEquals(0, rig.count("ManifestEntity where markedAt is not null"));
        rig.sweep(StoreRig.LEASES);
        rig.checkInvariants(Map.of(hash, 1L));

        try (var dropped = rig.ingest(StoreRig.random(1_000_000, 10))) {
            assertTrue(dropped.size() > 0);
        }
        rig.sweep(StoreRig.LONG);
        assertTrue(rig.count("ChunkEntity where markedAt is not null") > 0);
        try (var again = rig.ingest(StoreRig.random(1_000_000, 10))) {
            assertEquals(0, rig.count("ChunkEntity where markedAt is not null"));
            rig.adopt(again);
        }
    }

    /** Invariant 7: the same content comes back after its row is gone and before, or while, its blob is deleted. */
    @Test
    void aContentThatComesBackWhileItsBlobsAreDeletedIsSafe() throws Exception {
        byte[] content = StoreRig.random(1_000_000, 11);
        Hash hash = rig.keep(content);
        Set<BlobName> first = memory.names();
        rig.release(hash);
        var done = new AtomicInteger();
        onDelete = (call, before) -> {
            if (before && done.getAndIncrement() == 0) {
                rig.keep(content);
            }
        };

        rig.sweep(StoreRig.LEASES);
        for (BlobName late : first) {
            rig.blobs.delete(late);
        }

        assertEquals(first.size(), memory.names().size());
        rig.checkInvariants(Map.of(hash, 1L));
        assertArrayEquals(content, rig.read(hash));
    }

    /** The new manifest names other blobs; the old one in the cache is gone by the time that its blobs may go. */
    @Test
    void aContentThatComesBackLaterIsReadByItsNewManifest() throws Exception {
        byte[] content = StoreRig.random(1_000_000, 15);
        Hash hash = rig.keep(content);
        assertArrayEquals(content, rig.read(hash));
        Set<BlobName> first = memory.names();
        rig.release(hash);
        rig.sweep(StoreRig.LEASES);
        rig.expireCaches();

        rig.keep(content);

        assertArrayEquals(content, rig.read(hash));
        assertTrue(Collections.disjoint(first, memory.names()));
    }

    /** Swept by force: its manifest is still in memory, and names blobs that are gone. */
    @Test
    void aContentThatComesBackIsReadThoughItsFormerManifestIsRemembered() throws Exception {
        byte[] content = StoreRig.random(3_000_000, 8);
        Hash hash = rig.keep(content);
        assertArrayEquals(content, rig.read(hash));
        rig.release(hash);
        rig.sweep(StoreRig.LEASES);

        rig.keep(content);

        assertArrayEquals(content, rig.read(hash));
        try (var in = rig.store.open(hash, new ByteRange(1_000_000, 1_000_100))) {
            assertArrayEquals(Arrays.copyOfRange(content, 1_000_000, 1_000_100), in.readAllBytes());
        }
    }

    @Test
    void aBlobThatCannotBeDeletedNowIsDeletedLater() throws Exception {
        Hash hash = rig.keep(StoreRig.random(3_000_000, 12));
        rig.release(hash);
        var deletes = new AtomicInteger();
        onDelete = (call, before) -> {
            if (before && deletes.incrementAndGet() % 2 == 1) {
                throw new IOException("not now");
            }
        };

        var failure = assertThrows(CloudException.class, () -> rig.sweep(StoreRig.LEASES));

        assertEquals(ErrorCode.BACKEND_DOWN, failure.code());
        assertEquals(memory.names().size(), rig.count("RemovalEntity"));
        rig.checkInvariants(Map.of());
        onDelete = (call, before) -> {};
        rig.sweep(StoreRig.LEASES);
        assertNothingIsLeft();
    }

    @Test
    void anInterruptStopsItSoonAndTheNextRunGoesOn() throws Exception {
        Hash hash = rig.keep(StoreRig.random(3_000_000, 13));
        rig.release(hash);
        onDelete = (call, before) -> Thread.currentThread().interrupt();

        assertThrows(InterruptedException.class, () -> rig.sweep(StoreRig.LEASES));

        rig.checkInvariants(Map.of());
        onDelete = (call, before) -> {};
        rig.sweep(StoreRig.LEASES);
        assertNothingIsLeft();
    }

    /** Time, leases, two marks, three look-ups that find nothing. */
    @Test
    void anIdleRunCostsAFixedNumberOfStatements() throws Exception {
        rig.keep(StoreRig.random(3_000_000, 14));
        rig.database.statements().reset();

        new ChunkSweeper(rig.database.maintenance(), rig.blobs, Grace.DEFAULTS).run();

        assertEquals(7, rig.database.statements().count());
    }

    private void assertNothingIsLeft() {
        for (String entity :
                new String[] {"ManifestEntity", "ChunkEntity", "PinEntity", "UploadLeaseEntity", "RemovalEntity"}) {
            assertEquals(0, rig.count(entity), entity);
        }
        assertEquals(Set.of(), memory.names());
    }
}
