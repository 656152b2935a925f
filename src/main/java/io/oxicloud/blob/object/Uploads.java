package io.oxicloud.blob.object;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads and buffers with which all batches of a backend upload. What waits for a thread has its bytes in a buffer
 * already; when all buffers are taken, whoever comes next waits for one, and so for the network.
 */
final class Uploads {
    static final int AT_ONCE = 8;

    /** Enough for the longest chunk, and what it may grow by when it is encrypted. */
    static final int BUFFER_BYTES = (1 << 20) + (1 << 10);

    private static final int BUFFERS = 2 * AT_ONCE;
    private static final long IDLE_SECONDS = 30;

    private final ObjectStore store;
    private final ThreadPoolExecutor threads;
    private final Semaphore free = new Semaphore(BUFFERS, true);

    /** Those that nobody uses, as long as nobody is short of memory. */
    private final Deque<SoftReference<byte[]>> kept = new ArrayDeque<>();

    Uploads(ObjectStore store) {
        this.store = store;
        var number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                AT_ONCE, AT_ONCE, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    var thread = new Thread(work, "blob-" + store.service() + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Takes a copy and puts it from another thread.
     *
     * @param bytes at most {@link #BUFFER_BYTES}
     */
    void begin(ObjectBatch batch, String key, ByteBuffer bytes) throws IOException {
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        }
        byte[] buffer = take();
        int length = bytes.remaining();
        bytes.duplicate().get(buffer, 0, length);
        batch.begins();
        try {
            threads.execute(() -> finish(batch, key, buffer, length));
        } catch (RejectedExecutionException e) {
            giveBack(buffer);
            var closed = new IOException(store.service() + " is closed", e);
            batch.ends(closed);
            throw closed;
        }
    }

    private void finish(ObjectBatch batch, String key, byte[] buffer, int length) {
        @Nullable IOException failure = new IOException("the upload of " + key + " broke off");
        try {
            if (!batch.isDropped()) {
                put(key, ByteBuffer.wrap(buffer, 0, length));
            }
            failure = null;
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException e) {
            failure = new IOException("the upload of " + key + " failed", e);
        } finally {
            giveBack(buffer);
            batch.ends(failure);
        }
    }

    /** One request for a new blob. One that is there is left alone if it has its length (BlobBatch.put). */
    void put(String key, ByteBuffer bytes) throws IOException {
        if (!store.create(key, bytes.duplicate()) && store.size(key).orElse(-1) != bytes.remaining()) {
            store.replace(key, bytes.duplicate());
        }
    }

    private byte[] take() {
        synchronized (kept) {
            while (!kept.isEmpty()) {
                byte[] buffer = kept.pop().get();
                if (buffer != null) {
                    return buffer;
                }
            }
        }
        return new byte[BUFFER_BYTES];
    }

    private void giveBack(byte[] buffer) {
        synchronized (kept) {
            kept.push(new SoftReference<>(buffer));
        }
        free.release();
    }

    void close() {
        threads.shutdown();
    }
}
