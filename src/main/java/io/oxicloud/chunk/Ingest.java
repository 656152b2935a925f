package io.oxicloud.chunk;

import io.oxicloud.chunk.cut.Chunker;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One upload: reads and cuts on the thread that calls it, while the batch before is settled on another one. {@link Settling}
 * is for one thread at a time; it is touched here only when the other thread is known to be done.
 */
final class Ingest implements AutoCloseable {
    private final Settling settling;
    private final SpareThreads settlers;
    private final Chunker chunker;

    /** What is being read. */
    private Batch batch = new Batch();

    /** What was settled last; its buffer is used again. */
    private @Nullable Batch spare;

    /** The settling of {@link #spare}, if it was begun elsewhere and its end was not seen yet. */
    private @Nullable Future<Batch> ahead;

    Ingest(Settling settling, SpareThreads settlers) {
        this.settling = settling;
        this.settlers = settlers;
        this.chunker = new Chunker((length, words) -> batch.cut(length, Digests.of(words)));
    }

    /** As {@link ChunkStore#ingest}. */
    ContentLease run(InputStream in) throws IOException {
        while (batch.fill(in, chunker)) {
            if (ahead == null || ahead.isDone()) {
                await();
                settling.renewIfDue();
            }
            if (batch.full()) {
                await();
                settle();
            }
        }
        chunker.finish();
        await();
        return settling.finish(batch);
    }

    private void settle() {
        Batch full = batch;
        Optional<Future<Batch>> begun = settlers.begin(() -> {
            settling.settle(full);
            return full;
        });
        if (begun.isPresent()) {
            ahead = begun.get();
            batch = spare == null ? new Batch(Batch.MAX_BYTES) : spare;
            batch.goOn(full);
            spare = full;
        } else {
            settling.settle(full);
            full.goOn(full);
        }
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
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
