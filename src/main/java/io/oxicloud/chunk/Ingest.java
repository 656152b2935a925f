package io.oxicloud.chunk;

import io.oxicloud.chunk.cut.Chunker;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * One upload: reads and cuts on the thread that calls it, while the batch before is settled on another one. {@link Settling}
 * is for one thread at a time; it is touched here only when the other thread is known to be done.
 */
final class Ingest implements AutoCloseable {
    /** Bytes; for fewer another thread is not worth waking. */
    private static final int DIGESTED_AHEAD = 1 << 20;

    private final Settling settling;
    private final SpareThreads settlers;
    private final Buffers buffers;
    private final Chunker chunker;
    private final CRC32 crc32 = new CRC32();

    /** What is being read. */
    private Batch batch;

    /** What was settled last; its buffer is used again. */
    private @Nullable Batch spare;

    /** The settling of {@link #spare}, or what comes before that of {@link #batch}, if its end was not seen yet. */
    private @Nullable Future<?> ahead;

    /** So much of {@link #batch} is digested before it is settled, or was to be. */
    private int aheadTo;

    Ingest(Settling settling, SpareThreads settlers, Buffers buffers) {
        this.settling = settling;
        this.settlers = settlers;
        this.buffers = buffers;
        this.batch = new Batch(buffers, new byte[Batch.FIRST_BYTES]);
        this.chunker = new Chunker((length, words) -> batch.cut(length, Digests.of(words)));
    }

    /** As {@link ChunkStore#ingest}. */
    ContentLease run(InputStream in) throws IOException {
        while (batch.fill(in, chunker, crc32)) {
            if (ahead == null || ahead.isDone()) {
                await();
                settling.renewIfDue();
                digestAhead();
            }
            if (batch.full()) {
                await();
                settle();
            }
        }
        await();
        return settling.finish(batch, (int) crc32.getValue());
    }

    /**
     * Lets the other thread begin with what is there, so that less is left when the stream ends; if it will be done before
     * the batch is full. A stream that is shorter than a batch needs no other thread.
     */
    private void digestAhead() {
        int end = batch.end();
        int bytes = end - aheadTo;
        if (spare != null && bytes >= DIGESTED_AHEAD && batch.room() >= bytes / 2) {
            byte[] from = batch.bytes();
            ahead = begin(() -> settling.digest(from, end));
            aheadTo = end;
        }
    }

    private void settle() {
        Batch full = batch;
        ahead = begin(() -> settling.settle(full));
        aheadTo = 0;
        if (ahead != null) {
            batch = spare == null ? new Batch(buffers, buffers.take()) : spare;
            batch.goOn(full);
            spare = full;
        } else {
            settling.settle(full);
            full.goOn(full);
        }
    }

    private @Nullable Future<?> begin(Runnable work) {
        return settlers.begin(Executors.callable(work)).orElse(null);
    }

    /** Until nothing is being settled; its failure is thrown as it is. */
    private void await() throws InterruptedIOException {
        if (ahead == null) {
            return;
        }
        try {
            ahead.get();
            ahead = null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the upload was interrupted");
        } catch (ExecutionException e) {
            ahead = null;
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        }
    }

    /** Gives up, unless the upload was finished; not before the other thread has let go of everything. */
    @Override
    public void close() {
        boolean interrupted = false;
        while (ahead != null) {
            try {
                await();
            } catch (InterruptedIOException e) {
                interrupted = Thread.interrupted();
            } catch (RuntimeException | Error e) {
                ahead = null; // there is a failure already, or there would be nothing to close here
            }
        }
        settling.close();
        batch.close();
        if (spare != null) {
            spare.close();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
