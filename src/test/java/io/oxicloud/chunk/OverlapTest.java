package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One thread reads and another one settles. */
class OverlapTest {
    private static final byte[] CONTENT = StoreRig.random(30 << 20, 1);

    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final StoreRig rig;
    private final List<Thread> settlers = new CopyOnWriteArrayList<>();

    /** What a test does at the first put. */
    private Runnable onFirstPut = () -> {};

    private final AtomicInteger puts = new AtomicInteger();

    OverlapTest() {
        var hooked = new HookedBlobs(memory, (call, before) -> {
            if (call.equals("put") && before) {
                settlers.add(Thread.currentThread());
                if (puts.incrementAndGet() == 1) {
                    onFirstPut.run();
                }
            }
        });
        rig = new StoreRig(TestDatabase.source(Engine.H2), memory, hooked, new StoreSettings(1, 0, 0));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void readingGoesOnForOneBatchWhileTheOneBeforeIsSettled() throws IOException {
        var stream = new Watched(CONTENT);
        onFirstPut = () -> stream.awaitPosition(2 * Batch.MAX_BYTES - (1 << 20));

        Hash hash = keep(stream);

        assertNotEquals(Thread.currentThread(), settlers.get(0));
        assertArrayEquals(CONTENT, rig.read(hash));
        rig.checkInvariants(Map.of(hash, 1L));
    }

    @Test
    void aSmallUploadStaysOnItsThread() throws IOException {
        rig.keep(StoreRig.random(Batch.MAX_BYTES - 1, 2));

        assertEquals(
                List.of(Thread.currentThread()), settlers.stream().distinct().toList());
    }

    @Test
    void withoutAFreeThreadTheReaderSettles() throws Exception {
        var otherIsDone = new CountDownLatch(1);
        onFirstPut = () -> await(otherIsDone);
        var background = Executors.newSingleThreadExecutor();
        try {
            Future<Hash> first = background.submit(() -> rig.keep(CONTENT));
            while (settlers.isEmpty()) {
                Thread.onSpinWait();
            }

            Hash second = rig.keep(StoreRig.random(20 << 20, 3));

            assertEquals(
                    List.of(Thread.currentThread()),
                    settlers.stream().skip(1).distinct().toList());
            otherIsDone.countDown();
            rig.checkInvariants(Map.of(first.get(), 1L, second, 1L));
        } finally {
            otherIsDone.countDown();
            background.shutdown();
        }
    }

    @Test
    void aFailureToSettleStopsTheReaderAndIsToldAsItself() {
        var failure = new CloudException(ErrorCode.STORAGE_FULL, "planted");
        var stream = new Watched(CONTENT);
        onFirstPut = () -> {
            stream.awaitPosition(Batch.MAX_BYTES + 1_000_000);
            throw failure;
        };

        assertSame(failure, assertThrows(CloudException.class, () -> rig.store.ingest(stream)));

        assertTrue(stream.position() <= 2 * Batch.MAX_BYTES, "read on to " + stream.position());
        assertNothingIsHeld();
    }

    @Test
    void aReaderThatFailsWaitsForTheSettlerBeforeItLetsGo() {
        var failed = new CountDownLatch(1);
        onFirstPut = () -> await(failed);
        var broken = new InputStream() {
            private final InputStream in = new BreakingStream(CONTENT, 9 << 20);

            @Override
            public int read() {
                throw new UnsupportedOperationException("byte by byte is too slow");
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                try {
                    return in.read(to, offset, length);
                } catch (IOException e) {
                    failed.countDown();
                    throw e;
                }
            }
        };

        var failure = assertThrows(IOException.class, () -> rig.store.ingest(broken));

        assertEquals("broke at " + (9 << 20), failure.getMessage());
        assertTrue(puts.get() > 10, "the batch was not settled to its end: " + puts);
        assertNothingIsHeld();
        rig.checkInvariants(Map.of());
    }

    @Test
    void anInterruptEndsTheUploadAndLeavesNothing() {
        Thread reader = Thread.currentThread();
        onFirstPut = () -> {
            while (reader.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            reader.interrupt();
            // it has taken notice when it waits again, now for the settler to let go
            while (reader.getState() != Thread.State.WAITING || reader.isInterrupted()) {
                Thread.onSpinWait();
            }
        };

        assertThrows(InterruptedIOException.class, () -> rig.ingest(CONTENT));

        assertTrue(Thread.interrupted(), "the interrupt was lost");
        assertNothingIsHeld();
    }

    @Test
    void closingEndsTheThreadsAndUploadsGoOnWithout() throws Exception {
        rig.keep(CONTENT);
        Thread settler = settlers.get(0);
        assertTrue(settler.isAlive());
        settlers.clear();

        rig.store.close();

        settler.join(10_000);
        assertFalse(settler.isAlive());
        byte[] other = StoreRig.random(20 << 20, 4);
        assertArrayEquals(other, rig.read(rig.keep(other)));
        assertEquals(
                List.of(Thread.currentThread()), settlers.stream().distinct().toList());
    }

    private Hash keep(InputStream in) throws IOException {
        try (var lease = rig.store.ingest(in)) {
            rig.adopt(lease);
            return lease.hash();
        }
    }

    private void assertNothingIsHeld() {
        assertEquals(0, rig.count("UploadLeaseEntity"));
        assertEquals(0, rig.count("PinEntity"));
        assertEquals(Long.MAX_VALUE, memory.health().availableBytes(), "bytes were left in a batch");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Tells how far it was read. */
    private static final class Watched extends InputStream {
        private static final int AT_ONCE = 100_000;

        private final byte[] bytes;
        private volatile int at;

        Watched(byte[] bytes) {
            this.bytes = bytes;
        }

        int position() {
            return at;
        }

        void awaitPosition(int position) {
            while (at < position) {
                Thread.onSpinWait();
            }
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("byte by byte is too slow");
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            if (at == bytes.length) {
                return -1;
            }
            int from = at;
            int count = Math.min(Math.min(length, AT_ONCE), bytes.length - from);
            System.arraycopy(bytes, from, to, offset, count);
            at = from + count;
            return count;
        }
    }
}
