package io.oxicloud.chunk.job;

import io.oxicloud.base.PeriodicTask;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.chunk.ChunkSweeper;
import io.oxicloud.chunk.Grace;
import io.oxicloud.db.Tx;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Removes what nobody needs when an administrator asked for it. After a crash it is begun anew, by whichever node. */
public final class SweepTask implements PeriodicTask {
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    /** One marks contents, the next removes them and marks their chunks, the last one removes those. */
    private static final int FORCED_ROUNDS = 3;

    private final Tx tx;
    private final ChunkSweeper usual;
    private final ChunkSweeper forced;
    private final JobRows jobs = new JobRows();

    /** @param tx for background work */
    public SweepTask(Tx tx, BlobBackend blobs, Grace grace) {
        this.tx = tx;
        this.usual = new ChunkSweeper(tx, blobs, grace);
        this.forced = new ChunkSweeper(tx, blobs, new Grace(grace.lease(), Duration.ZERO));
    }

    @Override
    public String name() {
        return "storage.sweep";
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public void run() throws InterruptedException {
        AskedRun asked = tx.<@Nullable AskedRun>read("storage.job", scope -> jobs.asked(scope, JobKind.SWEEP));
        if (asked == null) {
            return;
        }
        for (int round = 0; round < (asked.whole() ? FORCED_ROUNDS : 1); round++) {
            ChunkSweeper.Swept swept = (asked.whole() ? forced : usual).sweep();
            note(asked.run(), swept, false);
        }
        note(asked.run(), new ChunkSweeper.Swept(0, 0), true);
    }

    private void note(long run, ChunkSweeper.Swept swept, boolean last) {
        tx.retryingWrite("storage.sweep-progress", scope -> {
            StorageJobEntity sweep = jobs.lock(scope, JobKind.SWEEP);
            if (sweep.run == run) {
                sweep.done += swept.blobs();
                sweep.doneBytes += swept.bytes();
                if (last) {
                    sweep.end(JobStatus.COMPLETED, scope.databaseTime());
                }
            }
            return true;
        });
    }
}
