package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.blob.encrypted.BlobKeys;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import io.oxicloud.db.Tx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** On both engines, and over a backend that lists its blobs under names that say nothing. */
@ParameterizedClass
@MethodSource("stores")
class FsckTest {
    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final StoreRig rig;
    private final TreeMap<Hash, Long> shown = new TreeMap<>();

    FsckTest(Engine engine, boolean encrypted) {
        var keys = new BlobKeys(new byte[BlobKeys.LENGTH], List.of(), new byte[BlobKeys.LENGTH]);
        rig = new StoreRig(
                TestDatabase.source(engine),
                memory,
                encrypted ? new EncryptingBlobBackend(memory, keys, new SecureRandom()) : memory);
    }

    static List<Arguments> stores() {
        return List.of(
                Arguments.of(Engine.H2, false), Arguments.of(Engine.POSTGRESQL, false), Arguments.of(Engine.H2, true));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aStoreInOrderIsClean() throws Exception {
        byte[] content = StoreRig.random(3_000_000, 1);
        keep(content);
        keep(content);
        keep(Arrays.copyOf(content, 2_500_000));
        keep(new byte[0]);
        keep(new byte[5_000_000]);
        rig.release(rig.keep(StoreRig.random(1_000_000, 2)));
        shown.put(rig.keep(StoreRig.random(1_000_000, 2)), 1L);
        rig.release(rig.keep(StoreRig.random(700_000, 3)));

        try (var running = rig.ingest(StoreRig.random(900_000, 4))) {
            FsckReport report = fsck().checkDeep();

            assertEquals(List.of(), report.findings());
            assertEquals(rig.count("ManifestEntity"), report.contents());
            assertEquals(rig.count("ChunkEntity"), report.chunks());
            assertEquals(memory.names().size(), report.blobs());
            assertTrue(running.size() > 0);
        }
        rig.sweep(StoreRig.NONE);
        assertEquals(List.of(), fsck().checkDeep().findings());
    }

    @Test
    void aLostBlobIsFoundWithEveryFileThatNeedsIt() throws Exception {
        byte[] content = StoreRig.random(3_000_000, 1);
        Hash first = keep(content);
        Hash second = keep(Arrays.copyOf(content, 2_000_000));
        BlobName lost = rig.inTx(scope ->
                new ManifestRows().find(scope, first).orElseThrow().chunk(0).name());
        memory.delete(rig.blobs.listedAs(lost));

        Finding finding = only(fsck().check());

        assertEquals(Finding.Kind.BLOB_MISSING, finding.kind());
        assertTrue(finding.what().contains(lost.toString()), finding::what);
        assertEquals(
                List.of(first, second).stream().sorted().map(Hash::toString).toList(),
                finding.owners().stream().map(References.Owner::name).toList());
    }

    @Test
    void aBlobCutShortIsFound() throws Exception {
        Hash content = keep(StoreRig.random(300_000, 1));
        damage(bytes -> Arrays.copyOf(bytes, bytes.length - 1));

        Finding finding = only(fsck().check());

        assertEquals(Finding.Kind.BLOB_DAMAGED, finding.kind());
        assertEquals(content.toString(), finding.owners().get(0).name());
    }

    @Test
    void aFlippedBitIsFoundByADeepCheckOnly() throws Exception {
        keep(StoreRig.random(300_000, 1));
        damage(bytes -> {
            bytes[bytes.length / 2] ^= 1;
            return bytes;
        });

        assertTrue(fsck().check().isClean());
        assertEquals(Finding.Kind.BLOB_DAMAGED, only(fsck().checkDeep()).kind());
    }

    @Test
    void aBlobThatNoRowNamesIsFoundAndStays() throws Exception {
        keep(StoreRig.random(300_000, 1));
        var name = memory.names().iterator().next();
        var orphan = new BlobName(name.digest(), name.life() + 1);
        memory.put(orphan, ByteBuffer.wrap(new byte[10]));

        assertEquals(Finding.Kind.BLOB_ORPHANED, only(fsck().check()).kind());
        assertTrue(memory.names().contains(orphan));
    }

    @Test
    void wrongCountsAreFound() throws Exception {
        Hash content = keep(StoreRig.random(300_000, 1));
        update("update ManifestEntity m set m.refs = 7");
        assertEquals(
                "content " + content + " has 7 references, but 1 rows show it",
                only(fsck().check()).what());

        update("update ManifestEntity m set m.refs = 0");
        assertEquals(Map.of(Finding.Kind.CONTENT_COUNT, 2L), kinds(fsck().check()));

        update("update ManifestEntity m set m.refs = 1");
        update("update ChunkEntity c set c.refs = 3");
        Map<Finding.Kind, Long> kinds = kinds(fsck().check());
        assertEquals(Map.of(Finding.Kind.CHUNK_COUNT, rig.count("ChunkEntity")), kinds);
    }

    @Test
    void aFileWithoutItsManifestIsFound() throws Exception {
        Hash content = keep(StoreRig.random(50_000, 1));
        update("delete from ManifestEntity");

        Map<Finding.Kind, Long> kinds = kinds(fsck().check());

        assertEquals(Map.of(Finding.Kind.CONTENT_MISSING, 1L, Finding.Kind.CHUNK_COUNT, 1L), kinds);
        assertEquals(
                content.toString(),
                fsck().check().findings().get(0).owners().get(0).name());
    }

    @Test
    void aManifestThatDoesNotFitItsChunksIsFound() throws Exception {
        keep(StoreRig.random(50_000, 1));
        update("update ManifestEntity m set m.size = m.size + 1");
        assertEquals(Finding.Kind.MANIFEST_DAMAGED, only(fsck().check()).kind());

        update("update ManifestEntity m set m.size = m.size - 1");
        update("update ChunkEntity c set c.life = c.life + 1");
        assertEquals(
                Map.of(Finding.Kind.CHUNK_MISSING, 1L, Finding.Kind.BLOB_MISSING, 1L, Finding.Kind.BLOB_ORPHANED, 1L),
                kinds(fsck().check()));

        update("delete from ChunkEntity");
        assertEquals(Map.of(Finding.Kind.CHUNK_MISSING, 1L, Finding.Kind.BLOB_ORPHANED, 1L), kinds(fsck().check()));
    }

    @Test
    void smallSlicesFindTheSame() throws Exception {
        for (int i = 0; i < 4; i++) {
            keep(Arrays.copyOf(StoreRig.random(2_000_000, 1), 2_000_000 - 100_000 * i));
        }
        update("update ChunkEntity c set c.refs = c.refs + 1");
        update("update ManifestEntity m set m.size = m.size + 1");
        Map<Finding.Kind, Long> atOnce = kinds(fsck().check());

        for (int rows : List.of(1, 3, (int) rig.count("ChunkEntity"))) {
            assertEquals(
                    atOnce,
                    kinds(new Fsck(rig.database.maintenance(), rig.blobs, List.of(new Shown()), rig.clock, rows)
                            .check()));
        }
        assertEquals(4L, atOnce.get(Finding.Kind.MANIFEST_DAMAGED));
    }

    @Test
    void nothingIsFoundWhileContentsComeAndGo() throws Exception {
        byte[] base = StoreRig.random(1_500_000, 1);
        var pool = Executors.newFixedThreadPool(3);
        try {
            List<Future<Boolean>> workers = new ArrayList<>();
            for (int w = 0; w < 3; w++) {
                int worker = w;
                Callable<Boolean> work = () -> {
                    for (int i = 0; i < 12; i++) {
                        Hash content = rig.keep(Arrays.copyOf(base, 1_500_000 - 40_000 * (i % 4)));
                        Hash own = rig.keep(StoreRig.random(100_000, 100 + worker));
                        rig.release(content);
                        rig.release(own);
                        new ChunkSweeper(rig.database.maintenance(), rig.blobs, StoreRig.LEASES).run();
                    }
                    return true;
                };
                workers.add(pool.submit(work));
            }
            int checks = 0;
            while (checks == 0 || workers.stream().anyMatch(worker -> !worker.isDone())) {
                // the counts of files are not this test's concern: nobody shows anything here for long
                assertEquals(
                        List.of(),
                        new Fsck(rig.database.maintenance(), rig.blobs, List.of(), rig.clock, 4)
                                .checkDeep().findings().stream()
                                        .filter(f -> f.kind() != Finding.Kind.CONTENT_COUNT)
                                        .toList());
                checks++;
            }
            for (Future<Boolean> worker : workers) {
                assertTrue(worker.get());
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void aBackendThatDoesNotAnswerIsAFailureAndNoFinding() throws Exception {
        keep(StoreRig.random(300_000, 1));
        var away = new HookedBlobs(rig.blobs, (call, before) -> {}) {
            @Override
            public List<io.oxicloud.blob.StoredBlob> list(int firstByte) throws IOException {
                throw new IOException("gone");
            }
        };

        var failure = assertThrows(
                CloudException.class,
                () -> new Fsck(rig.database.maintenance(), away, List.of(new Shown()), rig.clock).check());

        assertEquals(ErrorCode.BACKEND_DOWN, failure.code());
    }

    @Test
    void anInterruptStopsIt() throws Exception {
        keep(StoreRig.random(300_000, 1));
        Thread.currentThread().interrupt();

        assertThrows(InterruptedException.class, () -> new FsckTask(fsck()).run());
    }

    private Fsck fsck() {
        return new Fsck(rig.database.maintenance(), rig.blobs, List.of(new Shown()), rig.clock);
    }

    private Hash keep(byte[] content) throws IOException {
        Hash hash = rig.keep(content);
        shown.merge(hash, 1L, Long::sum);
        return hash;
    }

    private void update(String statement) {
        rig.change(scope -> scope.session().createMutationQuery(statement).executeUpdate());
    }

    /** Puts other bytes in the place of one blob's. */
    private void damage(java.util.function.UnaryOperator<byte[]> change) throws IOException {
        BlobName name = memory.names().iterator().next();
        byte[] bytes = memory.open(name).readAllBytes();
        memory.delete(name);
        memory.put(name, ByteBuffer.wrap(change.apply(bytes)));
    }

    private static Finding only(FsckReport report) {
        assertEquals(1, report.findings().size(), report::toString);
        return report.findings().get(0);
    }

    private static Map<Finding.Kind, Long> kinds(FsckReport report) {
        Map<Finding.Kind, Long> kinds = new HashMap<>();
        report.findings().forEach(finding -> kinds.merge(finding.kind(), 1L, Long::sum));
        return kinds;
    }

    /** What {@link #keep} kept, each under its digest as a name. */
    private final class Shown implements References {
        @Override
        public List<Hash> page(Tx.Scope scope, @Nullable Hash after, int limit) {
            return shown.keySet().stream()
                    .filter(hash -> after == null || hash.compareTo(after) > 0)
                    .limit(limit)
                    .toList();
        }

        @Override
        public Map<Hash, Long> count(Tx.Scope scope, Collection<Hash> contents) {
            Map<Hash, Long> counts = new HashMap<>(shown);
            counts.keySet().retainAll(contents);
            return counts;
        }

        @Override
        public List<Owner> owners(Tx.Scope scope, Hash content, int limit) {
            return shown.containsKey(content) ? List.of(new Owner("test", content.toString())) : List.of();
        }
    }
}
