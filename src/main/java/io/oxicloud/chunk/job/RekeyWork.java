package io.oxicloud.chunk.job;

import io.oxicloud.blob.DamagedBlobException;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import io.oxicloud.chunk.HeldChunks;
import io.oxicloud.chunk.HeldChunks.Held;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Encrypts blobs again that are not under the newest key, in each backend that has them. */
final class RekeyWork implements PageWork {
    private final List<EncryptingBlobBackend> backends;
    private final boolean all;

    /** @param all whether blobs lie nowhere else: during a move one half may have no key */
    RekeyWork(List<EncryptingBlobBackend> backends, boolean all) {
        this.backends = List.copyOf(backends);
        this.all = all;
    }

    @Override
    public Done page(HeldChunks held, ExecutorService threads) throws IOException, InterruptedException {
        List<Future<Renewed>> running = new ArrayList<>();
        for (Held chunk : held.chunks()) {
            running.add(threads.submit(() -> renew(chunk)));
        }
        long blobs = 0;
        long bytes = 0;
        List<JobProblem> problems = new ArrayList<>();
        try {
            for (Future<Renewed> one : running) {
                held.renewIfDue();
                Renewed renewed = await(one);
                blobs += renewed.count;
                bytes += renewed.bytes;
                problems.addAll(renewed.problems);
            }
        } finally {
            running.forEach(late -> late.cancel(true));
        }
        return new Done(blobs, bytes, problems);
    }

    private record Renewed(long count, long bytes, List<JobProblem> problems) {}

    private Renewed renew(Held chunk) throws IOException {
        long count = 0;
        long bytes = 0;
        int missing = 0;
        List<JobProblem> problems = new ArrayList<>();
        for (EncryptingBlobBackend backend : backends) {
            try {
                long renewed = backend.renew(chunk.name());
                count += renewed < 0 ? 0 : 1;
                bytes += Math.max(0, renewed);
            } catch (NoSuchFileException e) {
                missing++;
            } catch (DamagedBlobException | EOFException e) {
                problems.add(problem(chunk, "is not what was stored"));
            } catch (IOException e) {
                if (!backend.health().connected()) {
                    throw e;
                }
                problems.add(problem(chunk, "could not be encrypted again: " + e));
            }
        }
        if (all && missing == backends.size() && chunk.durable()) {
            problems.add(problem(chunk, "is not there"));
        }
        return new Renewed(count, bytes, problems);
    }

    private static JobProblem problem(Held chunk, String about) {
        return new JobProblem(chunk.name().toString(), about);
    }

    private static Renewed await(Future<Renewed> one) throws IOException, InterruptedException {
        try {
            return one.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("a blob could not be encrypted again", e.getCause());
        }
    }
}
