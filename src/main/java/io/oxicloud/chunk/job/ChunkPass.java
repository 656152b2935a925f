package io.oxicloud.chunk.job;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.chunk.HeldChunks;
import io.oxicloud.db.Tx;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One walk over all chunks that a job asks for. It goes on where it was left off, by whichever node, and stops soon after
 * somebody pauses the job. Chunks are held while their blobs are worked on; no blob is touched inside a transaction.
 */
final class ChunkPass {
    /** Chunks; at most so many MiB, and most often a quarter of that. */
    static final int PAGE = 64;

    private static final Logger log = LoggerFactory.getLogger(ChunkPass.class);

    private final Tx tx;
    private final Clock clock;
    private final Ids ids;
    private final JobKind kind;
    private final JobRows jobs = new JobRows();

    /** @param tx for background work */
    ChunkPass(Tx tx, Clock clock, Ids ids, JobKind kind) {
        this.tx = tx;
        this.clock = clock;
        this.ids = ids;
        this.kind = kind;
    }

    /**
     * @param hindrance asked at the beginning and at the end, inside a transaction: why not now; empty if nothing hinders
     * @throws CloudException BACKEND_DOWN if a backend does not answer; to be called again later
     */
    void run(PageWork work, Function<Tx.Scope, String> hindrance) throws InterruptedException {
        Step step = next(hindrance);
        if (step == null) {
            return;
        }
        var threads = Executors.newFixedThreadPool(step.concurrency, task -> {
            var thread = new Thread(task, "oxicloud-" + kind.name().toLowerCase(java.util.Locale.ROOT));
            thread.setDaemon(true);
            return thread;
        });
        try {
            while (step != null && page(step, work, threads, hindrance)) {
                step = next(scope -> "");
            }
        } catch (IOException e) {
            note(String.valueOf(e));
            throw new CloudException(ErrorCode.BACKEND_DOWN, "a storage does not answer", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private record Step(long run, @Nullable Hash reached, int concurrency) {}

    /** Null if there is nothing to do now. */
    private @Nullable Step next(Function<Tx.Scope, String> hindrance) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        String[] why = {""};
        Step step = tx.<@Nullable Step>read("storage.job", scope -> {
            StorageJobEntity job = jobs.get(scope, kind);
            if (job.status != JobStatus.RUNNING) {
                return null;
            }
            why[0] = hindrance.apply(scope);
            return why[0].isEmpty() ? new Step(job.run, job.reached, job.concurrency) : null;
        });
        if (!why[0].isEmpty()) {
            note(why[0]);
        }
        return step;
    }

    /** False after the last one. */
    private boolean page(Step step, PageWork work, ExecutorService threads, Function<Tx.Scope, String> hindrance)
            throws IOException, InterruptedException {
        try (var held = HeldChunks.after(tx, clock, ids, step.reached, PAGE)) {
            Hash last = held.last();
            if (last == null) {
                end(step, hindrance);
                return false;
            }
            long began = clock.millis();
            PageWork.Done done = work.page(held, threads);
            long worked = clock.millis() - began;
            tx.retryingWrite("storage.job-progress", scope -> {
                StorageJobEntity job = jobs.lock(scope, kind);
                if (job.run == step.run) {
                    job.reached = last;
                    job.seen += held.chunks().size();
                    job.total = Math.max(job.total, job.seen);
                    job.done += done.blobs();
                    job.doneBytes += done.bytes();
                    job.workedMillis += Math.max(0, worked);
                    job.note = null;
                    jobs.add(scope, kind, done.problems());
                }
                held.release(scope);
                return true;
            });
            return true;
        }
    }

    private void end(Step step, Function<Tx.Scope, String> hindrance) {
        String how = tx.retryingWrite("storage.job-end", scope -> {
            StorageJobEntity job = jobs.lock(scope, kind);
            String why = hindrance.apply(scope);
            if (job.run != step.run || job.status != JobStatus.RUNNING) {
                return "changed meanwhile";
            }
            if (!why.isEmpty()) {
                job.note = why;
                job.reached = null;
                job.seen = 0;
                return why;
            }
            boolean well = jobs.problemCount(scope, kind) == 0;
            job.end(well ? JobStatus.COMPLETED : JobStatus.FAILED, scope.databaseTime());
            return job.status.name();
        });
        log.info("storage.job-end kind={} how={}", kind, how);
    }

    /** Seldom, so that a job that waits writes nothing. */
    private void note(String text) {
        tx.retryingWrite("storage.job-note", scope -> {
            StorageJobEntity job = jobs.get(scope, kind);
            if (!text.equals(job.note)) {
                job = jobs.lock(scope, kind);
                job.note = text;
            }
            return true;
        });
    }
}
