package io.oxicloud.chunk;

import io.oxicloud.blob.BlobBackend;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the chunks of one content as {@link ChunkReader} does, and the next ones before they are asked for, as long as there
 * are threads to spare. For one thread at a time.
 */
final class ReadAhead implements AutoCloseable {
    private final Manifest manifest;
    private final BlobBackend blobs;
    private final UnaryOperator<Manifest> renewal;
    private final SpareThreads threads;
    private final int most;
    private final ChunkReader own;

    /** Neighbours, in order. */
    private final Deque<Ahead> ahead = new ArrayDeque<>();

    ReadAhead(Manifest manifest, BlobBackend blobs, UnaryOperator<Manifest> renewal, SpareThreads threads) {
        this(manifest, blobs, renewal, threads, blobs.readAhead());
    }

    /** @param most chunks at a time beside the one that was asked for */
    ReadAhead(Manifest manifest, BlobBackend blobs, UnaryOperator<Manifest> renewal, SpareThreads threads, int most) {
        this.most = most;
        this.manifest = manifest;
        this.blobs = blobs;
        this.threads = threads;
        this.renewal = renewal;
        this.own = new ChunkReader(manifest, blobs, renewal);
    }

    /** As {@link ChunkReader#read}; each call begins where the last one ended, or after that. */
    byte[] read(long start, long end) {
        Ahead begun = take(start);
        readNext(start, end);
        return begun == null ? own.read(start, end) : finish(begun);
    }

    /** What was begun for {@code start}; what lies before it is not wanted any more. */
    private @Nullable Ahead take(long start) {
        while (!ahead.isEmpty() && ahead.element().start() < start) {
            ahead.remove().bytes().cancel(true);
        }
        return !ahead.isEmpty() && ahead.element().start() == start ? ahead.remove() : null;
    }

    private void readNext(long start, long end) {
        long next = manifest.end(
                manifest.indexAt(ahead.isEmpty() ? start : ahead.getLast().start()));
        while (next < end && ahead.size() < most) {
            long from = next;
            Optional<Future<byte[]>> begun =
                    threads.begin(() -> new ChunkReader(manifest, blobs, renewal).read(from, end));
            if (begun.isEmpty()) {
                return;
            }
            ahead.add(new Ahead(from, begun.get()));
            next = manifest.end(manifest.indexAt(from));
        }
    }

    private static byte[] finish(Ahead begun) {
        try {
            return begun.bytes().get();
        } catch (InterruptedException e) {
            begun.bytes().cancel(true);
            Thread.currentThread().interrupt();
            throw BlobFailures.translate(new InterruptedIOException("interrupted while reading"));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        }
    }

    /** Gives up what was begun. */
    @Override
    public void close() {
        ahead.forEach(one -> one.bytes().cancel(true));
        ahead.clear();
    }

    /** @param start where in the content the bytes begin */
    private record Ahead(long start, Future<byte[]> bytes) {}
}
