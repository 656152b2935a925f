package io.oxicloud.chunk.job;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.chunk.Finding;
import io.oxicloud.chunk.Fsck;
import io.oxicloud.chunk.FsckReport;
import io.oxicloud.chunk.References;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the store when an administrator asked for it. After a crash it is begun anew, by whichever node. */
public final class CheckTask implements PeriodicTask {
    private static final Logger log = LoggerFactory.getLogger(CheckTask.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration TOLD_EVERY = Duration.ofSeconds(2);

    private final Tx tx;
    private final Fsck fsck;
    private final Clock clock;
    private final JobRows jobs = new JobRows();

    /** @param tx for background work */
    public CheckTask(Tx tx, Fsck fsck, Clock clock) {
        this.tx = tx;
        this.fsck = fsck;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "storage.check";
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public void run() throws InterruptedException {
        AskedRun asked = tx.<@Nullable AskedRun>read("storage.job", scope -> jobs.asked(scope, JobKind.CHECK));
        if (asked == null) {
            return;
        }
        var progress = new Progress(asked.run());
        try {
            FsckReport report = fsck.check(asked.whole(), progress::at);
            end(asked.run(), JobStatus.COMPLETED, report.summary(), report.findings());
        } catch (CloudException e) {
            end(asked.run(), JobStatus.FAILED, "could not be done: " + e.message(), List.of());
            throw e;
        } catch (Stopped e) {
            log.info("storage.check-stopped");
        }
    }

    /** Nobody wants this check any more. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Tells how far it is, and hears whether it is still wanted. */
    private final class Progress {
        private final long run;
        private long toldAt = clock.millis();

        Progress(long run) {
            this.run = run;
        }

        void at(long looked) {
            if (clock.millis() - toldAt >= TOLD_EVERY.toMillis()) {
                toldAt = clock.millis();
                boolean stopped = tx.retryingWrite("storage.check-progress", scope -> {
                    StorageJobEntity check = jobs.lock(scope, JobKind.CHECK);
                    boolean ours = check.run == run && check.status == JobStatus.RUNNING;
                    check.seen = ours ? looked : check.seen;
                    check.total = Math.max(check.total, check.seen);
                    return !ours;
                });
                if (stopped) {
                    throw new Stopped();
                }
            }
        }
    }

    private void end(long run, JobStatus how, String summary, List<Finding> findings) {
        tx.retryingWrite("storage.check-end", scope -> {
            StorageJobEntity check = jobs.lock(scope, JobKind.CHECK);
            if (check.run == run && check.status == JobStatus.RUNNING) {
                check.end(how, scope.databaseTime());
                check.note = summary;
                check.seen = how == JobStatus.COMPLETED ? check.total : check.seen;
                jobs.add(
                        scope,
                        JobKind.CHECK,
                        findings.stream()
                                .limit(JobRows.PROBLEMS)
                                .map(CheckTask::problem)
                                .toList());
            }
            return true;
        });
    }

    /** What it is, then a line for each file that suffers. */
    private static JobProblem problem(Finding finding) {
        List<String> lines = new ArrayList<>(List.of(finding.what()));
        for (References.Owner owner : finding.owners()) {
            lines.add(owner.what() + " \"" + owner.name() + "\"");
        }
        return new JobProblem(finding.kind().name(), String.join("\n", lines));
    }
}
