package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.chunk.BlobsOutsideTransactions.Calls;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32;
import org.bouncycastle.crypto.digests.Blake3Digest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

@ParameterizedClass
@CsvSource({"H2, 0", "H2, 8", "POSTGRESQL, 8"})
class ChunkStoreTest {
    private final Engine engine;
    private final StoreRig rig;

    private final StoreSettings settings;

    /** @param overlap threads that settle */
    ChunkStoreTest(Engine engine, int overlap) {
        this.engine = engine;
        settings = new StoreSettings(overlap, 8, 0);
        rig = new StoreRig(engine, settings);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void whatGoesInComesOut() throws IOException {
        for (int size : new int[] {1, 64 << 10, (64 << 10) + 1, 1 << 20, (8 << 20) + 12_345, (20 << 20) + 1}) {
            byte[] content = StoreRig.random(size, size);

            Hash hash;
            try (var lease = rig.ingest(content)) {
                rig.adopt(lease);
                hash = lease.hash();
                assertEquals(oracle(content), hash);
                assertEquals(size, lease.size());
                assertEquals(crc32(content), lease.crc32());
            }

            assertArrayEquals(content, rig.read(hash));
            var stored = rig.store.open(hash);
            assertEquals(size, stored.size());
            assertEquals(crc32(content), stored.crc32());
            rig.checkInvariants(Map.of(hash, 1L));
        }
    }

    @Test
    void theEmptyContentHasNoChunks() throws IOException {
        Hash hash = rig.keep(new byte[0]);

        assertEquals(oracle(new byte[0]), hash);
        assertEquals(0, rig.read(hash).length);
        assertEquals(0, rig.count("ChunkEntity"));
        assertEquals(0, rig.count("UploadLeaseEntity"));
        assertEquals(new Calls(0, 1, 0, 0), rig.blobs.calls());
        rig.checkInvariants(Map.of(hash, 1L));
    }

    /** Streams give as much as they like at a time. */
    @Test
    void howAStreamArrivesChangesNothing() throws IOException {
        byte[] content = StoreRig.random(9_000_000, 4);
        Hash expected = rig.keep(content);

        try (var lease = rig.store.ingest(new TricklingStream(content, 5))) {
            assertEquals(expected, lease.hash());
            rig.adopt(lease);
        }

        rig.checkInvariants(Map.of(expected, 2L));
    }

    @Test
    void aChunkThatOccursTwiceIsStoredOnce() throws IOException {
        byte[] zeros = new byte[20 << 20];

        Hash hash = rig.keep(zeros);

        assertEquals(1, rig.memory.names().size());
        assertEquals(1, rig.count("ChunkEntity"));
        assertEquals(new Calls(1, 1, 0, 0), rig.blobs.calls());
        assertArrayEquals(zeros, rig.read(hash));
        rig.checkInvariants(Map.of(hash, 1L));
    }

    @Test
    void theSameContentAgainWritesNothing() throws IOException {
        byte[] content = StoreRig.random(3_000_000, 6);
        Hash hash = rig.keep(content);
        rig.blobs.calls();

        assertEquals(hash, rig.keep(content));

        assertEquals(new Calls(0, 1, 0, 0), rig.blobs.calls());
        assertEquals(1, rig.count("ManifestEntity"));
        rig.checkInvariants(Map.of(hash, 2L));
    }

    @Test
    void contentsShareTheChunksTheyHaveInCommon() throws IOException {
        byte[] content = StoreRig.random(6_000_000, 7);
        byte[] longer = Arrays.copyOf(content, content.length + 1_000);
        Hash first = rig.keep(content);
        int chunks = rig.memory.names().size();
        rig.blobs.calls();

        Hash second = rig.keep(longer);

        assertEquals(1, rig.blobs.calls().puts());
        assertEquals(chunks + 1, rig.memory.names().size());
        assertArrayEquals(content, rig.read(first));
        assertArrayEquals(longer, rig.read(second));
        rig.checkInvariants(Map.of(first, 1L, second, 1L));
    }

    @Test
    void aLeaseThatIsNotAdoptedLetsGo() throws IOException {
        try (var lease = rig.ingest(StoreRig.random(1_000_000, 8))) {
            assertEquals(1, rig.count("UploadLeaseEntity"));
            assertTrue(rig.count("PinEntity") > 0);
            assertEquals(lease.size(), 1_000_000);
        }

        assertEquals(0, rig.count("UploadLeaseEntity"));
        assertEquals(0, rig.count("PinEntity"));
        rig.checkInvariants(Map.of());
    }

    @Test
    void aStreamThatBreaksOffLeavesNothingHeld() {
        byte[] content = StoreRig.random(12 << 20, 9);
        for (int at : new int[] {0, 1, 100_000, 9 << 20}) {
            var failure = assertThrows(IOException.class, () -> rig.store.ingest(new BreakingStream(content, at)));

            assertEquals("broke at " + at, failure.getMessage());
            assertEquals(0, rig.count("UploadLeaseEntity"));
            assertEquals(0, rig.count("PinEntity"));
            rig.checkInvariants(Map.of());
        }
    }

    @Test
    void aTransactionThatIsRolledBackLeavesTheLeaseAsItWas() throws IOException {
        byte[] content = StoreRig.random(500_000, 10);
        try (var lease = rig.ingest(content)) {
            assertThrows(
                    IllegalStateException.class,
                    () -> rig.change(scope -> {
                        rig.ledger.adopt(scope, lease);
                        throw new IllegalStateException("over quota");
                    }));
            assertEquals(0, rig.count("ManifestEntity"));
            assertTrue(rig.count("PinEntity") > 0);

            rig.adopt(lease);
        }

        rig.checkInvariants(Map.of(oracle(content), 1L));
        assertEquals(0, rig.count("UploadLeaseEntity"));
    }

    @Test
    void aLeaseIsAdoptedOnce() throws IOException {
        try (var lease = rig.ingest(StoreRig.random(500_000, 11))) {
            rig.adopt(lease);

            var failure = assertThrows(CloudException.class, () -> rig.adopt(lease));

            assertEquals(ErrorCode.BUSY, failure.code());
            rig.checkInvariants(Map.of(lease.hash(), 1L));
        }
    }

    @Test
    void referencesAreCountedUpAndDown() throws IOException {
        Hash hash = rig.keep(StoreRig.random(500_000, 12));
        rig.retain(hash);
        rig.checkInvariants(Map.of(hash, 2L));

        rig.release(hash);
        rig.release(hash);
        rig.checkInvariants(Map.of(hash, 0L));

        assertThrows(IllegalStateException.class, () -> rig.release(hash));
        var unknown = Hash.of(StoreRig.random(32, 13));
        var failure = assertThrows(CloudException.class, () -> rig.retain(unknown));
        assertEquals(ErrorCode.CORRUPT_CONTENT, failure.code());
    }

    /** Per batch of 8 MiB: renew, look up under lock, insert, pin. To adopt: drop, raise, insert, lock, raise, note who holds. */
    @Test
    void statementsAreCountedPerBatchAndNotPerChunk() throws IOException {
        byte[] content = StoreRig.random(20 << 20, 14);
        rig.database.statements().reset();

        try (var lease = rig.ingest(content)) {
            assertEquals(3 * 4, rig.database.statements().count());
            rig.database.statements().reset();

            rig.adopt(lease);
            assertEquals(6, rig.database.statements().count());
        }

        rig.database.statements().reset();
        try (var lease = rig.ingest(content)) {
            assertEquals(3 * 3, rig.database.statements().count());
            rig.database.statements().reset();

            rig.adopt(lease);
            assertEquals(2, rig.database.statements().count());
        }
        assertEquals(2, rig.blobs.calls().syncs());
    }

    @Test
    void aSlowUploadRenewsItsLeaseEachMinute() throws IOException {
        byte[] content = StoreRig.random(10 << 20, 15);
        var slow = new TricklingStream(content, 16) {
            @Override
            void beforeRead() {
                rig.clock.forward(Settling.RENEWED_EVERY.dividedBy(2));
            }
        };
        rig.database.statements().reset();

        try (var lease = rig.store.ingest(slow)) {
            rig.adopt(lease);
        }

        // there is a lease from the first full batch on; the read that finds the end brings nothing
        long renewals = rig.database.statements().count() - 2 * 4 - 6;
        int due = (slow.readsAfter(Batch.MAX_BYTES) - 1) / 2;
        if (settings.overlap() == 0) {
            assertEquals(due, renewals);
        } else {
            assertTrue(renewals <= due, "while a batch is settled nobody else renews: " + renewals + " of " + due);
        }
    }

    @Test
    void aFullStoreIsToldAndLeavesNothingHeld() {
        var full = new MemoryBlobBackend(5 << 20);
        try (var small = new StoreRig(TestDatabase.source(engine), full, settings)) {
            var failure = assertThrows(CloudException.class, () -> small.ingest(StoreRig.random(6 << 20, 17)));

            assertEquals(ErrorCode.STORAGE_FULL, failure.code());
            assertEquals(0, small.count("UploadLeaseEntity"));
            assertEquals(5L << 20, full.health().availableBytes());
            small.checkInvariants(Map.of());
        }
    }

    private static Hash oracle(byte[] content) {
        var oracle = new Blake3Digest(256);
        oracle.update(content, 0, content.length);
        byte[] digest = new byte[Hash.LENGTH];
        oracle.doFinal(digest, 0);
        return Hash.of(digest);
    }

    private static int crc32(byte[] content) {
        var crc32 = new CRC32();
        crc32.update(content);
        return (int) crc32.getValue();
    }
}
