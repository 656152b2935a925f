package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.LocalBlobBackend;
import io.oxicloud.cache.Caches;
import io.oxicloud.db.Database;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store on real files. */
class StoreOnDiskTest {
    private final Database database = TestDatabase.open(Engine.H2, Entities.CLASSES);
    private final Caches caches = new Caches(() -> 0L);

    @TempDir
    Path root;

    @AfterEach
    void close() {
        caches.close();
        database.close();
    }

    @Test
    void aDamagedFileIsToldAndTheOthersStayReadable() throws IOException {
        byte[] first = StoreRig.random(300_000, 1);
        byte[] second = StoreRig.random(50_000, 2);
        var store = store(LocalBlobBackend.open(root), Settling.SYNCED_EVERY);
        var firstContent = keep(store, first);
        Path before = files().get(0);
        var secondContent = keep(store, second);
        assertArrayEquals(first, read(firstContent));

        byte[] bytes = Files.readAllBytes(before);
        bytes[100] ^= 1;
        Files.write(before, bytes);

        var failure = assertThrows(CloudException.class, () -> read(firstContent));
        assertEquals(ErrorCode.CORRUPT_CONTENT, failure.code());
        assertArrayEquals(second, read(secondContent));
    }

    @Test
    void anUploadMendsWhatWasLostOrCutShort() throws IOException {
        var store = store(LocalBlobBackend.open(root), Settling.SYNCED_EVERY);
        byte[] bytes = StoreRig.random(3_000_000, 5);
        var content = keep(store, bytes);
        List<Path> blobs = files();
        Files.delete(blobs.get(0));
        Files.write(blobs.get(1), new byte[10]);

        keep(store, bytes);

        assertArrayEquals(bytes, read(content));
        assertEquals(blobs, files());
    }

    @Test
    void aStoreThatWentAwayAnswersSoAndKeepsNothing() throws IOException {
        var store = store(LocalBlobBackend.open(root), Settling.SYNCED_EVERY);
        Path away = Files.move(root.resolve(".blobs"), root.resolve("away"));

        var failure = assertThrows(CloudException.class, () -> keep(store, StoreRig.random(300_000, 3)));

        assertEquals(ErrorCode.BACKEND_DOWN, failure.code());
        Files.move(away, root.resolve(".blobs"));
        byte[] content = StoreRig.random(300_000, 3);
        assertArrayEquals(content, read(keep(store, content)));
    }

    /** What is not synced lies under temporary names, and forcing all of a long upload at its end could take longer than its lease lives. */
    @Test
    void aLongUploadIsSyncedInBetween() throws IOException {
        var blobs = new BlobsOutsideTransactions(LocalBlobBackend.open(root));
        var store = store(blobs, 8 << 20);
        byte[] content = StoreRig.random(25 << 20, 4);

        assertArrayEquals(content, read(keep(store, content)));

        int syncs = blobs.calls().syncs();
        assertTrue(syncs >= 2 && syncs <= 4, syncs + " syncs");
        assertTrue(files().stream().noneMatch(file -> file.toString().endsWith(".tmp")));
    }

    private ChunkStore store(BlobBackend blobs, long syncedEvery) {
        var ids = new Ids(Clock.systemUTC(), new SecureRandom());
        return new ChunkStore(
                database.requests(), blobs, caches, Clock.systemUTC(), ids, new StoreSettings(8, 8, 0), syncedEvery);
    }

    private Content keep(ChunkStore store, byte[] bytes) throws IOException {
        try (var lease = store.ingest(new ByteArrayInputStream(bytes))) {
            database.requests().retryingWrite("test", scope -> {
                new ChunkLedger().adopt(scope, lease);
                return true;
            });
            return store.open(lease.hash());
        }
    }

    private static byte[] read(Content content) throws IOException {
        try (var in = content.stream()) {
            return in.readAllBytes();
        }
    }

    private List<Path> files() throws IOException {
        try (var all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
