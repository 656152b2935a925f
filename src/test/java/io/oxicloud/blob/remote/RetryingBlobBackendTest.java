package io.oxicloud.blob.remote;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBackendContract;
import io.oxicloud.blob.BlobStoreFullException;
import io.oxicloud.blob.FlakyBlobs;
import io.oxicloud.blob.MemoryBlobBackend;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetryingBlobBackendTest implements BlobBackendContract {
    private final FlakyBlobs far = new FlakyBlobs(new MemoryBlobBackend());
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private final RetryingBlobBackend backend = new RetryingBlobBackend(far, RetrySettings.DEFAULTS, pauses::add);

    @Override
    public BlobBackend backend() {
        return backend;
    }

    @AfterEach
    void close() {
        backend.close();
    }

    @Test
    void whatMayPassIsTriedAgainAfterGrowingPauses() throws IOException {
        var left = new AtomicInteger(3);
        far.at(what -> {
            if (left.getAndDecrement() > 0) {
                throw new IOException("503");
            }
        });

        backend.put(name(1), ByteBuffer.wrap(bytes(10, 1)));

        assertArrayEquals(bytes(10, 1), read(backend.open(name(1))));
        assertEquals(4, far.count("put"));
        long longest = 100;
        for (Duration pause : pauses) {
            assertTrue(pause.toMillis() >= longest / 2 && pause.toMillis() <= longest, pauses::toString);
            longest *= 2;
        }
    }

    @Test
    void theLastFailureIsTheOneThatIsTold() {
        var number = new AtomicInteger();
        far.at(what -> {
            throw new IOException("failure " + number.incrementAndGet());
        });

        IOException told = assertThrows(IOException.class, () -> backend.open(name(1)));

        assertEquals("failure 4", told.getMessage());
        assertEquals(4, far.calls.size());
    }

    static List<IOException> whatStays() {
        return List.of(
                new NoSuchFileException("gone"),
                new EOFException("short"),
                new AccessDeniedException("key"),
                new BlobStoreFullException("full", null),
                new InterruptedIOException("interrupted"));
    }

    @ParameterizedTest
    @MethodSource("whatStays")
    void whatStaysAsItIsIsNotTriedAgain(IOException failure) {
        far.at(what -> {
            throw failure;
        });

        assertThrows(failure.getClass(), () -> backend.open(name(1)));
        assertThrows(failure.getClass(), () -> backend.put(name(1), ByteBuffer.wrap(bytes(10, 1))));

        assertEquals(List.of("open", "put"), far.calls);
    }

    @Test
    void aDownloadGoesOnWhereItBrokeOff() throws IOException {
        byte[] bytes = bytes(100_000, 1);
        backend.put(name(1), ByteBuffer.wrap(bytes));
        far.breaksAfter = 30_000;

        assertArrayEquals(bytes, read(backend.open(name(1))));
        assertEquals(List.of("put", "open", "size", "open 30000", "open 60000", "open 90000"), far.calls);

        far.calls.clear();
        assertArrayEquals(
                Arrays.copyOfRange(bytes, 5_000, 70_000), read(backend.open(name(1), new ByteRange(5_000, 70_000))));
        assertEquals(List.of("open 5000", "open 35000", "open 65000"), far.calls);
    }

    /** The end was not told before the connection broke. */
    @Test
    void aDownloadThatBreaksOffAtItsEndIsWhole() throws IOException {
        byte[] bytes = bytes(30_000, 1);
        backend.put(name(1), ByteBuffer.wrap(bytes));
        far.breaksAfter = 30_000;

        assertArrayEquals(bytes, read(backend.open(name(1))));
    }

    @Test
    void aDownloadThatCannotGoOnFailsAndIsNeverShort() throws IOException {
        backend.put(name(1), ByteBuffer.wrap(bytes(100_000, 1)));
        far.breaksAfter = 30_000;
        try (var in = backend.open(name(1))) {
            assertEquals(30_000, in.readNBytes(30_000).length);
            far.at(what -> {
                throw new IOException("503");
            });

            assertThrows(IOException.class, in::readAllBytes);
        }
    }

    @Test
    void putsOfABatchGoSideBySideAndSyncWaitsForAll() throws Exception {
        var together = new CyclicBarrier(8);
        far.at(what -> {
            try {
                together.await(60, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IOException(e);
            }
        });
        try (var batch = backend.batch()) {
            for (int i = 0; i < 16; i++) {
                batch.put(name(i), ByteBuffer.wrap(bytes(10, i)));
            }
            batch.sync();
        }

        far.at(what -> {});
        for (int i = 0; i < 16; i++) {
            assertArrayEquals(bytes(10, i), read(backend.open(name(i))));
        }
    }

    @Test
    void aBatchFailsAtOnceWhenOneOfItsPutsHasFailed() throws Exception {
        far.at(what -> {
            throw new BlobStoreFullException("full", null);
        });
        try (var batch = backend.batch()) {
            batch.put(name(0), ByteBuffer.wrap(bytes(10, 0)));
            assertThrows(BlobStoreFullException.class, batch::sync);

            assertThrows(BlobStoreFullException.class, () -> batch.put(name(1), ByteBuffer.wrap(bytes(10, 1))));
        }
        assertEquals(1, far.count("put"));
    }

    /** No more than the threads hold and as many that wait; those given up make room for others. */
    @Test
    void whatWaitsToBePutIsBoundedAndDroppedWithItsBatch() throws Exception {
        var gate = new CountDownLatch(1);
        far.at(what -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
        });
        for (int round = 0; round < 3; round++) {
            try (var batch = backend.batch()) {
                for (int i = 0; i < 16; i++) {
                    batch.put(name(i), ByteBuffer.wrap(bytes(10, i)));
                }
            }
        }
        far.at(what -> {});
        gate.countDown();
        backend.put(name(99), ByteBuffer.wrap(bytes(10, 99)));

        assertArrayEquals(bytes(10, 99), read(backend.open(name(99))));
    }

    /** A buffer that cannot be copied stands for memory that is gone. */
    @Test
    @SuppressWarnings("NullAway") // on purpose
    void whatCannotBeTakenLeavesRoomForOthers() throws Exception {
        for (int i = 0; i < 40; i++) {
            try (var batch = backend.batch()) {
                assertThrows(NullPointerException.class, () -> batch.put(name(1), null));
            }
        }
        backend.put(name(2), ByteBuffer.wrap(bytes(10, 2)));
        assertArrayEquals(bytes(10, 2), read(backend.open(name(2))));
    }

    @Test
    void whoWaitsForAPutWhenTheBackendIsClosedIsTold() throws Exception {
        try (var batch = backend.batch()) {
            backend.close();

            assertThrows(IOException.class, () -> batch.put(name(1), ByteBuffer.wrap(bytes(10, 1))));
        }
    }
}
