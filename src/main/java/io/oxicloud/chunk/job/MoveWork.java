package io.oxicloud.chunk.job;

import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobStoreFullException;
import io.oxicloud.blob.DamagedBlobException;
import io.oxicloud.chunk.HeldChunks;
import io.oxicloud.chunk.HeldChunks.Held;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Copies blobs from one backend to another, as content: through whatever each of them does to it. Each is checked against its
 * digest on the way. One that the target has with its length is left alone.
 */
final class MoveWork implements PageWork {
    /** Blobs in memory, of a MiB at most. */
    private static final int READ_AHEAD = 32;

    private final BlobBackend source;
    private final BlobBackend target;

    MoveWork(BlobBackend source, BlobBackend target) {
        this.source = source;
        this.target = target;
    }

    @Override
    public Done page(HeldChunks held, ExecutorService threads) throws IOException, InterruptedException {
        try {
            return together(held, threads);
        } catch (BlobStoreFullException e) {
            throw e;
        } catch (IOException e) {
            return oneByOne(held, e);
        }
    }

    /** All that are copied become durable at once. */
    private Done together(HeldChunks held, ExecutorService threads) throws IOException, InterruptedException {
        var count = new Count();
        Deque<Future<Found>> reading = new ArrayDeque<>();
        try (BlobBatch batch = target.batch()) {
            Iterator<Held> left = held.chunks().iterator();
            while (left.hasNext() || !reading.isEmpty()) {
                while (left.hasNext() && reading.size() < READ_AHEAD) {
                    Held chunk = left.next();
                    reading.add(threads.submit(() -> find(chunk)));
                }
                Found found = await(reading.remove());
                if (found.bytes != null) {
                    held.renewIfDue();
                    batch.put(found.chunk.name(), found.bytes);
                }
                count.add(found);
            }
            batch.sync();
        } finally {
            reading.forEach(late -> late.cancel(true));
        }
        return count.done();
    }

    /** One of them did not work, so each is tried by itself. If all else is well, the blob is to blame. */
    private Done oneByOne(HeldChunks held, IOException why) throws IOException {
        var count = new Count();
        for (Held chunk : held.chunks()) {
            try {
                Found found = find(chunk);
                if (found.bytes != null) {
                    held.renewIfDue();
                    target.put(chunk.name(), found.bytes);
                }
                count.add(found);
            } catch (BlobStoreFullException e) {
                throw e;
            } catch (IOException e) {
                if (!source.health().connected() || !target.health().connected()) {
                    e.addSuppressed(why);
                    throw e;
                }
                count.problems.add(new JobProblem(chunk.name().toString(), "could not be copied: " + e));
            }
        }
        return count.done();
    }

    private static Found await(Future<Found> reading) throws IOException, InterruptedException {
        try {
            return reading.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("a blob could not be read", e.getCause());
        }
    }

    private Found find(Held chunk) throws IOException {
        if (target.size(chunk.name()).orElse(-1) == chunk.size()) {
            return new Found(chunk, null, "");
        }
        try (InputStream in = source.open(chunk.name())) {
            byte[] bytes = in.readNBytes(chunk.size() + 1);
            return bytes.length == chunk.size()
                            && BlobDigest.of(bytes).equals(chunk.name().digest())
                    ? new Found(chunk, ByteBuffer.wrap(bytes), "")
                    : damaged(chunk);
        } catch (NoSuchFileException e) {
            // without a durable row it is a matter of an upload, which puts it into the target or has put it nowhere
            return new Found(chunk, null, chunk.durable() ? "is in neither storage" : "");
        } catch (DamagedBlobException | EOFException e) {
            return damaged(chunk);
        }
    }

    private static Found damaged(Held chunk) {
        return new Found(chunk, null, chunk.durable() ? "is not what was stored" : "");
    }

    /** @param bytes to be put, or null if there is nothing to put */
    private record Found(Held chunk, @Nullable ByteBuffer bytes, String problem) {}

    private static final class Count {
        private long blobs;
        private long bytes;
        private final List<JobProblem> problems = new ArrayList<>();

        void add(Found found) {
            if (!found.problem.isEmpty()) {
                problems.add(new JobProblem(found.chunk.name().toString(), found.problem));
            } else if (found.bytes != null) {
                blobs++;
                bytes += found.bytes.remaining();
            }
        }

        Done done() {
            return new Done(blobs, bytes, problems);
        }
    }
}
