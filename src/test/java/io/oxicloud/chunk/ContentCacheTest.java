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
import io.oxicloud.cache.PageCache;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Contents below 10 MiB come from memory. */
class ContentCacheTest {
    private static final long BYTES = 24 << 20;
    private static final int SIZE = 6 << 20;

    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final StoreRig rig;

    /** What a test does when a blob is opened. */
    private Runnable onOpen = () -> {};

    ContentCacheTest() {
        var hooked = new HookedBlobs(memory, (call, before) -> {}) {
            @Override
            public InputStream open(BlobName name) throws IOException {
                onOpen.run();
                return super.open(name);
            }
        };
        rig = new StoreRig(TestDatabase.source(Engine.H2), memory, hooked, new StoreSettings(0, 0, BYTES));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aRangeIsASliceOfOneLoadWithoutCallOrStatement() throws IOException {
        byte[] content = StoreRig.random(SIZE, 1);
        Hash hash = rig.keep(content);
        read(hash, 0, 10);
        rig.blobs.calls();
        rig.database.statements().reset();

        var random = new Random(1);
        for (int i = 0; i < 100; i++) {
            int start = random.nextInt(SIZE);
            int end = start + 1 + random.nextInt(SIZE - start);
            assertArrayEquals(Arrays.copyOfRange(content, start, end), read(hash, start, end));
        }
        assertArrayEquals(content, rig.read(hash));
        var copied = new ByteArrayOutputStream();
        try (var in = rig.store.open(hash, new ByteRange(7, SIZE))) {
            assertEquals(SIZE - 7, in.transferTo(copied));
        }
        assertArrayEquals(Arrays.copyOfRange(content, 7, SIZE), copied.toByteArray());

        assertEquals(0, rig.blobs.calls().opens());
        assertEquals(0, rig.database.statements().count());
    }

    @Test
    void whatIsAskedForAgainIsFoundWithoutItsManifest() throws IOException {
        byte[] content = StoreRig.random(SIZE, 2);
        Hash hash = rig.keep(content);
        read(hash, 0, 10);
        read(hash, 0, 10);
        rig.expireCaches();
        rig.database.statements().reset();

        assertArrayEquals(Arrays.copyOfRange(content, 100, 300_000), read(hash, 100, 300_000));

        assertEquals(0, rig.database.statements().count());
        var failure = assertThrows(CloudException.class, () -> read(hash, 5, SIZE + 1));
        assertEquals(ErrorCode.INVALID_INPUT, failure.code());
    }

    @Test
    void aHerdOfColdReadersLoadsOnce() throws Exception {
        byte[] content = StoreRig.random(SIZE, 3);
        Hash hash = rig.keep(content);
        long chunks = rig.count("ChunkEntity");
        rig.blobs.calls();
        rig.database.statements().reset();
        var start = new CountDownLatch(1);
        var pool = Executors.newFixedThreadPool(32);
        try {
            List<Future<byte[]>> herd = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                int from = 1_000 * i;
                Callable<byte[]> reader = () -> {
                    start.await();
                    return read(hash, from, from + 256_000);
                };
                herd.add(pool.submit(reader));
            }
            start.countDown();
            for (int i = 0; i < 32; i++) {
                assertArrayEquals(
                        Arrays.copyOfRange(content, 1_000 * i, 1_000 * i + 256_000),
                        herd.get(i).get());
            }
        } finally {
            pool.shutdownNow();
        }

        assertEquals(chunks, rig.blobs.calls().opens());
        assertEquals(1, rig.database.statements().count());
    }

    @Test
    void theBytesThatAreKeptStayBounded() throws IOException {
        for (int i = 0; i < 12; i++) {
            byte[] content = StoreRig.random(1 + i * 800_000, 10 + i);
            Hash hash = rig.keep(content);
            for (int again = 0; again < 3; again++) {
                assertArrayEquals(content, rig.read(hash));
            }
            long pages =
                    Objects.requireNonNull(rig.caches.figures().get("contents")).entries();
            assertTrue(pages * PageCache.PAGE_BYTES <= BYTES, pages + " pages");
        }
    }

    /** Invariant 8. */
    @Test
    void whatIsDamagedIsNotKept() throws IOException {
        byte[] content = StoreRig.random(SIZE, 4);
        Hash hash = rig.keep(content);
        BlobName name = rig.inTx(scope ->
                new ManifestRows().find(scope, hash).orElseThrow().chunk(2).name());
        byte[] right = memory.open(name).readAllBytes();
        byte[] flipped = right.clone();
        flipped[right.length / 2] ^= 1;

        for (byte[] wrong : List.of(flipped, Arrays.copyOf(right, right.length - 1))) {
            replace(name, wrong);
            for (int i = 0; i < 3; i++) {
                var failure = assertThrows(CloudException.class, () -> read(hash, 0, 10));
                assertEquals(ErrorCode.CORRUPT_CONTENT, failure.code());
            }
        }
        replace(name, right);

        assertArrayEquals(content, rig.read(hash));
    }

    @Test
    void aLongContentIsNotKept() throws IOException {
        byte[] content = StoreRig.random(Reads.LONG, 5);
        Hash hash = rig.keep(content);
        for (int i = 0; i < 2; i++) {
            rig.blobs.calls();
            read(hash, 0, 10);
            assertEquals(1, rig.blobs.calls().opens());
        }
        assertArrayEquals(content, rig.read(hash));
    }

    @Test
    void whileTooMuchIsLoadedOthersReadFromTheBackend() throws Exception {
        Hash first = rig.keep(StoreRig.random(SIZE, 6));
        byte[] content = StoreRig.random(SIZE, 7);
        Hash second = rig.keep(content);
        var begun = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        Thread here = Thread.currentThread();
        onOpen = () -> {
            if (Thread.currentThread() != here) {
                begun.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        };
        var pool = Executors.newSingleThreadExecutor();
        try {
            Future<byte[]> loading = pool.submit(() -> read(first, 0, 10));
            begun.await();
            for (int i = 0; i < 2; i++) {
                rig.blobs.calls();
                assertArrayEquals(Arrays.copyOf(content, 10), read(second, 0, 10));
                assertEquals(1, rig.blobs.calls().opens(), "only the chunk it is in");
            }
            release.countDown();
            assertEquals(10, loading.get().length);
        } finally {
            release.countDown();
            pool.shutdownNow();
        }
        read(second, 0, 10);
        rig.blobs.calls();
        assertArrayEquals(content, rig.read(second));
        assertEquals(0, rig.blobs.calls().opens());
    }

    private byte[] read(Hash hash, int start, int end) throws IOException {
        try (var in = rig.store.open(hash, new ByteRange(start, end))) {
            return in.readAllBytes();
        }
    }

    private void replace(BlobName name, byte[] bytes) throws IOException {
        memory.delete(name);
        memory.put(name, ByteBuffer.wrap(bytes));
    }
}
