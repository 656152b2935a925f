package io.oxicloud.blob.remote;

import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Puts that go side by side, each a copy of its bytes. What was put is there at once and stays if the batch is dropped: in an
 * object store nobody can tell whose it is, and the row that names it is known to the sweeper.
 */
final class SideBySideBatch implements BlobBatch {
    private final PutThreads threads;
    private final Put put;
    private final Map<BlobName, Future<?>> begun = new LinkedHashMap<>();

    /** The first one; whatever is put after it would be in vain. */
    private volatile @Nullable IOException failure;

    SideBySideBatch(PutThreads threads, Put put) {
        this.threads = threads;
        this.put = put;
    }

    /** Puts a blob and makes it durable. */
    interface Put {
        void put(BlobName name, ByteBuffer bytes) throws IOException;
    }

    @Override
    public void put(BlobName name, ByteBuffer bytes) throws IOException {
        if (begun.containsKey(name)) {
            return;
        }
        IOException known = failure;
        if (known != null) {
            throw known;
        }
        threads.awaitRoom();
        byte[] copy = copied(bytes);
        begun.put(name, threads.begin(() -> run(name, copy)));
    }

    private byte[] copied(ByteBuffer bytes) {
        boolean copied = false;
        try {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            copied = true;
            return copy;
        } finally {
            if (!copied) {
                threads.leaveRoom();
            }
        }
    }

    private boolean run(BlobName name, byte[] bytes) throws IOException {
        try {
            put.put(name, ByteBuffer.wrap(bytes));
            return true;
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void sync() throws IOException {
        for (Future<?> one : begun.values()) {
            finish(one);
        }
        begun.clear();
    }

    private static void finish(Future<?> one) throws IOException {
        try {
            one.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while blobs were put");
        } catch (CancellationException e) {
            throw new IOException("the backend was closed", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException("a blob could not be put", e.getCause());
        }
    }

    @Override
    public void close() {
        begun.values().forEach(one -> one.cancel(true));
        begun.clear();
    }
}
