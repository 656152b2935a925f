package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadAheadTest {
    private static final byte[] CONTENT = StoreRig.random(12 << 20, 1);

    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final Set<BlobName> opened = ConcurrentHashMap.newKeySet();
    private final Set<Thread> readers = ConcurrentHashMap.newKeySet();

    /** Blobs that open only after {@link #release}. */
    private final Set<BlobName> held = ConcurrentHashMap.newKeySet();

    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final StoreRig rig;
    private final List<BlobName> chunks = new ArrayList<>();
    private Hash hash = Hash.of(new byte[32]);

    ReadAheadTest() {
        var watched = new HookedBlobs(memory, (call, before) -> {}) {
            @Override
            public InputStream open(BlobName name) throws IOException {
                opened.add(name);
                readers.add(Thread.currentThread());
                if (held.contains(name)) {
                    hold();
                }
                return super.open(name);
            }
        };
        rig = new StoreRig(TestDatabase.source(Engine.H2), memory, watched, new StoreSettings(0, 2, 0));
    }

    @BeforeEach
    void store() throws IOException {
        hash = rig.keep(CONTENT);
        Manifest manifest =
                rig.inTx(scope -> new ManifestRows().find(scope, hash).orElseThrow());
        for (int i = 0; i < manifest.count(); i++) {
            chunks.add(manifest.chunk(i).name());
        }
    }

    @AfterEach
    void close() {
        release.countDown();
        rig.close();
    }

    @Test
    void twoChunksAreReadBeforeTheyAreAskedForAndNoMore() throws IOException {
        try (InputStream in = rig.store.open(hash).stream()) {
            await(chunks.get(2));

            assertEquals(Set.copyOf(chunks.subList(0, 3)), opened);
            assertTrue(in.available() > 0);
        }
    }

    @Test
    void theBytesComeInOrderWhicheverChunkIsReadFirst() throws Exception {
        held.add(chunks.get(1));
        try (InputStream in = rig.store.open(hash).stream()) {
            await(chunks.get(2));
            release.countDown();

            assertArrayEquals(CONTENT, in.readAllBytes());
        }
        assertEquals(Set.copyOf(chunks), opened);
    }

    @Test
    void closingGivesUpWhatWasBegun() throws Exception {
        held.addAll(chunks.subList(1, 3));
        InputStream in = rig.store.open(hash).stream();
        await(chunks.get(1));
        await(chunks.get(2));

        in.close();

        interrupted.await();
        assertFalse(opened.contains(chunks.get(3)));
    }

    @Test
    void withoutAFreeThreadAReaderReadsByItself() throws Exception {
        held.addAll(chunks.subList(1, 3));
        try (InputStream first = rig.store.open(hash).stream()) {
            await(chunks.get(1));
            await(chunks.get(2));
            held.clear();
            readers.clear();

            assertArrayEquals(CONTENT, rig.read(hash));

            assertEquals(Set.of(Thread.currentThread()), readers);
            release.countDown();
            assertArrayEquals(CONTENT, first.readAllBytes());
        }
    }

    @Test
    void closingTheStoreEndsTheThreads() throws Exception {
        rig.read(hash);
        readers.remove(Thread.currentThread());
        assertFalse(readers.isEmpty());

        rig.store.close();

        for (Thread reader : readers) {
            reader.join(10_000);
            assertFalse(reader.isAlive());
        }
        assertArrayEquals(CONTENT, rig.read(hash));
    }

    private void await(BlobName chunk) {
        while (!opened.contains(chunk)) {
            Thread.onSpinWait();
        }
    }

    private void hold() throws InterruptedIOException {
        try {
            release.await();
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw new InterruptedIOException("given up");
        }
    }
}
