package io.oxicloud.blob.object;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBackendContract;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobStoreFullException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches and lists over a store that does as it is told. */
class ObjectBlobBackendTest implements BlobBackendContract {
    private final MemoryStore store = new MemoryStore();
    private final BlobBackend backend = new ObjectBlobBackend(store);

    @Override
    public BlobBackend backend() {
        return backend;
    }

    @AfterEach
    void close() {
        store.open();
        backend.close();
    }

    @Test
    void aNameThatIsPutTwiceIsSentOnce() throws IOException {
        try (var batch = backend.batch()) {
            batch.put(name(1), ByteBuffer.allocate(5));
            batch.put(name(1), ByteBuffer.allocate(5));
            batch.put(name(2), ByteBuffer.allocate(5));
            batch.sync();
        }

        assertEquals(2, store.uploads().size());
        assertEquals(2, new HashSet<>(store.uploads()).size());
    }

    @Test
    void theCallerHasItsBufferBackWhileTheUploadWaits() throws Exception {
        store.shut();
        byte[] mine = bytes(1_000, 1);
        try (var batch = backend.batch()) {
            batch.put(name(1), ByteBuffer.wrap(mine));
            store.awaitArrivals(1);
            Arrays.fill(mine, (byte) 0);
            store.open();
            batch.sync();
        }

        assertArrayEquals(bytes(1_000, 1), read(backend.open(name(1))));
    }

    @Test
    void eightAreSentAtOnceForAllBatchesTogetherAndEightMoreWaitInMemory() throws Exception {
        store.shut();
        try (var one = backend.batch();
                var other = backend.batch()) {
            for (int i = 0; i < 8; i++) {
                one.put(name(2 * i), ByteBuffer.allocate(1));
                other.put(name(2 * i + 1), ByteBuffer.allocate(1));
            }
            store.awaitArrivals(8);
            var oneMore = later(() -> one.put(name(100), ByteBuffer.allocate(1)));

            assertEquals(8, store.uploads().size());
            assertFalse(oneMore.isDone());
            store.open();
            oneMore.get();
            one.sync();
            other.sync();
        }

        assertEquals(17, store.uploads().size());
        assertEquals(8, store.mostAtOnce());
    }

    @Test
    void theFirstFailureIsWhatSyncAndLaterPutsThrow() throws Exception {
        var full = new BlobStoreFullException("full", null);
        store.failWith(full);
        try (var batch = backend.batch()) {
            batch.put(name(1), ByteBuffer.allocate(1));
            assertSame(full, assertThrows(BlobStoreFullException.class, batch::sync));
            store.failWith(null);

            assertSame(
                    full, assertThrows(BlobStoreFullException.class, () -> batch.put(name(2), ByteBuffer.allocate(1))));
        }
        assertEquals(1, store.uploads().size());
        backend.put(name(2), ByteBuffer.allocate(1));
    }

    @Test
    void aBatchThatIsDroppedWaitsForWhatIsUnderWayAndBeginsNothingNew() throws Exception {
        store.shut();
        BlobBatch batch = backend.batch();
        for (int i = 0; i < 12; i++) {
            batch.put(name(i), ByteBuffer.allocate(1));
        }
        store.awaitArrivals(8);
        var closing = later(batch::close);

        assertFalse(closing.isDone());
        store.open();
        closing.get();

        int begun = store.uploads().size();
        assertTrue(begun >= 8 && begun <= 12, () -> begun + " uploads");
        backend.put(name(20), ByteBuffer.allocate(1));
        assertEquals(begun + 1, store.uploads().size());
    }

    @Test
    void whoeverWaitsCanBeInterrupted() throws Exception {
        store.shut();
        try (var batch = backend.batch()) {
            for (int i = 0; i < 16; i++) {
                batch.put(name(i), ByteBuffer.allocate(1));
            }
            Thread.currentThread().interrupt();
            assertThrows(ClosedByInterruptException.class, () -> batch.put(name(16), ByteBuffer.allocate(1)));
            assertTrue(Thread.currentThread().isInterrupted());
            assertThrows(ClosedByInterruptException.class, batch::sync);
            assertTrue(Thread.currentThread().isInterrupted());
        }
        assertTrue(Thread.interrupted());
    }

    @Test
    void aBlobTooLongForABufferIsSentBeforePutReturns() throws IOException {
        byte[] bytes = bytes(Uploads.BUFFER_BYTES + 1, 1);
        try (var batch = backend.batch()) {
            batch.put(name(1), ByteBuffer.wrap(bytes).asReadOnlyBuffer());

            assertArrayEquals(bytes, read(backend.open(name(1))));
        }
    }

    @Test
    void whenClosedItsBatchesTakeNothing() throws IOException {
        try (var batch = backend.batch()) {
            batch.put(name(1), ByteBuffer.allocate(1));
            batch.sync();
            backend.close();

            assertThrows(IOException.class, () -> batch.put(name(2), ByteBuffer.allocate(1)));
        }
        assertEquals(1, store.uploads().size());
    }

    @Test
    void whatIsWrongIsSaid() {
        store.failWith(new IOException("no such bucket"));

        assertFalse(backend.health().connected());
        assertEquals("test", backend.health().backend());
        assertTrue(backend.health().message().contains("no such bucket"));
    }

    private static CompletableFuture<Void> later(Work work) {
        return CompletableFuture.runAsync(() -> {
            try {
                work.run();
            } catch (Exception e) {
                throw new IllegalStateException(new ExecutionException(e));
            }
        });
    }

    private interface Work {
        void run() throws Exception;
    }
}
