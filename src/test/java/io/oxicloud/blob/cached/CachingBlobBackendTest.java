package io.oxicloud.blob.cached;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBackendContract;
import io.oxicloud.blob.FlakyBlobs;
import io.oxicloud.blob.MemoryBlobBackend;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachingBlobBackendTest implements BlobBackendContract {
    private static final long BOUND = 100_000;

    private final FlakyBlobs far = new FlakyBlobs(new MemoryBlobBackend());

    /** Does nothing before a test lets it. */
    private final Janitor janitor = new Janitor();

    private CachingBlobBackend backend;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() throws IOException {
        backend = new CachingBlobBackend(far, DiskCache.open(folder, BOUND, janitor));
    }

    @Override
    public BlobBackend backend() {
        return backend;
    }

    @Test
    void whatWasPutOrReadIsReadFromTheDisk() throws IOException {
        far.put(name(1), ByteBuffer.wrap(bytes(1_000, 1)));
        backend.put(name(2), ByteBuffer.wrap(bytes(1_000, 2)));

        for (int i = 0; i < 3; i++) {
            assertArrayEquals(bytes(1_000, 1), read(backend.open(name(1))));
            assertArrayEquals(bytes(1_000, 2), read(backend.open(name(2))));
            assertEquals(20, read(backend.open(name(1), new ByteRange(10, 30))).length);
        }

        assertEquals(List.of("put", "put", "open"), far.calls);
    }

    @Test
    void howeverManyWantABlobItIsFetchedOnce() throws Exception {
        far.put(name(1), ByteBuffer.wrap(bytes(1_000, 1)));
        int readers = 32;
        var reading = new CountDownLatch(readers);
        far.at(what -> awaitAll(reading));
        var threads = Executors.newFixedThreadPool(readers);
        try {
            List<Future<byte[]>> results = new ArrayList<>();
            for (int i = 0; i < readers; i++) {
                results.add(threads.submit(() -> {
                    reading.countDown();
                    return read(backend.open(name(1)));
                }));
            }
            for (Future<byte[]> result : results) {
                assertArrayEquals(bytes(1_000, 1), result.get());
            }
        } finally {
            threads.shutdownNow();
        }

        assertEquals(1, far.count("open"));
    }

    private static void awaitAll(CountDownLatch reading) throws IOException {
        try {
            reading.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void aFailureIsToldAndNotKept() throws IOException {
        far.put(name(1), ByteBuffer.wrap(bytes(1_000, 1)));
        far.at(what -> {
            throw new IOException("503");
        });
        assertThrows(IOException.class, () -> backend.open(name(1)));
        far.at(what -> {});

        assertArrayEquals(bytes(1_000, 1), read(backend.open(name(1))));
    }

    @Test
    void theOldestGoOffTheWayOfWhoeverPutsTheNewest() throws IOException {
        for (int i = 0; i < 12; i++) {
            backend.put(name(i), ByteBuffer.wrap(bytes(10_000, i)));
            read(backend.open(name(0)));
        }
        assertEquals(12, files(DiskCache.KEPT).size());

        janitor.chores.forEach(Runnable::run);

        assertEquals(9, files(DiskCache.KEPT).size());
        far.calls.clear();
        read(backend.open(name(0)));
        read(backend.open(name(11)));
        assertEquals(List.of(), far.calls);
        read(backend.open(name(1)));
        assertEquals(List.of("open"), far.calls);
    }

    @Test
    void aRestartKeepsWhatWasThereWithinTheBound() throws IOException {
        for (int i = 0; i < 9; i++) {
            backend.put(name(i), ByteBuffer.wrap(bytes(10_000, i)));
        }
        Files.write(folder.resolve("ab").resolve("x" + DiskCache.TEMPORARY), new byte[10]);
        far.calls.clear();

        backend = new CachingBlobBackend(far, DiskCache.open(folder, 50_000, janitor));

        assertEquals(List.of(), files(DiskCache.TEMPORARY));
        assertEquals(4, files(DiskCache.KEPT).size());
        for (int i = 0; i < 9; i++) {
            assertArrayEquals(bytes(10_000, i), read(backend.open(name(i))));
        }
        assertEquals(5, far.calls.size());
    }

    @Test
    void whatTheDiskDamagedOrLostIsFetchedAgain() throws IOException {
        for (int i = 0; i < 3; i++) {
            backend.put(name(i), ByteBuffer.wrap(bytes(1_000, i)));
        }
        List<Path> files = files(DiskCache.KEPT);
        byte[] flipped = Files.readAllBytes(files.get(0));
        flipped[500] ^= 1;
        Files.write(files.get(0), flipped);
        Files.write(files.get(1), new byte[0]);
        Files.delete(files.get(2));

        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 3; i++) {
                assertArrayEquals(bytes(1_000, i), read(backend.open(name(i))));
            }
        }
        assertEquals(3, far.count("open"));
    }

    /** The disk is full before the bound: something has to go, for others write there as well. */
    @Test
    void aFullDiskMakesTheOldestGo() throws IOException {
        for (int i = 0; i < 9; i++) {
            backend.put(name(i), ByteBuffer.wrap(bytes(1_000, i)));
        }
        Files.delete(folder.resolve(name(20).shard()));

        backend.put(name(20), ByteBuffer.wrap(bytes(1_000, 20)));

        assertEquals(List.of(), files(DiskCache.KEPT));
        assertArrayEquals(bytes(1_000, 20), read(backend.open(name(20))));
    }

    @Test
    void whatIsDistrustedIsFetchedAgain() throws IOException {
        backend.put(name(1), ByteBuffer.wrap(bytes(1_000, 1)));

        backend.distrust(name(1));

        assertArrayEquals(bytes(1_000, 1), read(backend.open(name(1))));
        assertEquals(1, far.count("open"));
    }

    @Test
    void withoutARoomOnTheDiskEverythingWorksButSlowly() throws IOException {
        try (Stream<Path> shards = Files.list(folder)) {
            for (Path shard : shards.toList()) {
                Files.delete(shard);
            }
        }
        backend.put(name(1), ByteBuffer.wrap(bytes(1_000, 1)));

        assertArrayEquals(bytes(1_000, 1), read(backend.open(name(1))));
        assertArrayEquals(bytes(1_000, 1), read(backend.open(name(1))));
        assertEquals(2, far.count("open"));
    }

    @Test
    void whatIsTooLongIsPassedOn() throws IOException {
        byte[] bytes = bytes(CachingBlobBackend.LONGEST + 1, 1);
        backend.put(name(1), ByteBuffer.wrap(bytes));

        assertArrayEquals(bytes, read(backend.open(name(1))));
        assertEquals(10, read(backend.open(name(1), new ByteRange(5, 15))).length);
        assertTrue(files(DiskCache.KEPT).isEmpty());
    }

    @Test
    void aBatchThatIsDroppedLeavesNothing() throws IOException {
        try (var batch = backend.batch()) {
            batch.put(name(1), ByteBuffer.wrap(bytes(1_000, 1)));
        }

        try (Stream<Path> all = Files.walk(folder)) {
            assertEquals(List.of(), all.filter(Files::isRegularFile).toList());
        }
    }

    private static final class Janitor extends AbstractExecutorService {
        private final List<Runnable> chores = new ArrayList<>();

        @Override
        public void execute(Runnable chore) {
            chores.add(chore);
        }

        @Override
        public void shutdown() {
            chores.clear();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    private List<Path> files(String ending) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        }
    }
}
