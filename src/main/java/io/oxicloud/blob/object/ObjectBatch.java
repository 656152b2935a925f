package io.oxicloud.blob.object;

import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts objects while its owner goes on; {@link #sync} waits for them. An object is durable as soon as it can be seen, so what
 * was put is not taken back when the batch is dropped: rows name it, and whoever removes those removes it (docs/storage.md,
 * invariant 6).
 */
final class ObjectBatch implements BlobBatch {
    private final Uploads uploads;

    /** Since the last sync; the owner's alone. */
    private final Set<BlobName> put = new HashSet<>();

    private int underWay;
    private boolean dropped;
    private @Nullable IOException failure;

    ObjectBatch(Uploads uploads) {
        this.uploads = uploads;
    }

    @Override
    public void put(BlobName name, ByteBuffer bytes) throws IOException {
        throwFailure();
        if (!put.add(name)) {
            return;
        }
        String key = ObjectKeys.key(name);
        if (bytes.remaining() > Uploads.BUFFER_BYTES) {
            // no chunk is so long; rather than keep a copy, the owner waits
            uploads.put(key, bytes);
        } else {
            uploads.begin(this, key, bytes);
        }
    }

    @Override
    public void sync() throws IOException {
        await();
        throwFailure();
        put.clear();
    }

    /** Waits for what is being sent right now, so that nothing happens afterwards; what has not begun does not begin. */
    @Override
    public void close() {
        synchronized (this) {
            dropped = true;
        }
        try {
            await();
        } catch (ClosedByInterruptException e) {
            // the thread is still interrupted; the rest ends by itself, on buffers of its own
        }
    }

    private synchronized void await() throws ClosedByInterruptException {
        try {
            while (underWay > 0) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        }
    }

    private synchronized void throwFailure() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    synchronized void begins() {
        underWay++;
    }

    synchronized void ends(@Nullable IOException failed) {
        underWay--;
        failure = failure == null ? failed : failure;
        notifyAll();
    }

    synchronized boolean isDropped() {
        return dropped;
    }
}
