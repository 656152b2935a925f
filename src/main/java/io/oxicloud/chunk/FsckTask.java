package io.oxicloud.chunk;

import io.oxicloud.base.PeriodicTask;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the store once a week and logs what it finds. */
public final class FsckTask implements PeriodicTask {
    private static final Logger log = LoggerFactory.getLogger(FsckTask.class);

    /** The rest is a matter for the command line. */
    private static final int LOGGED = 100;

    private final Fsck fsck;

    public FsckTask(Fsck fsck) {
        this.fsck = fsck;
    }

    @Override
    public String name() {
        return "chunk.fsck";
    }

    @Override
    public Duration interval() {
        return Duration.ofDays(7);
    }

    @Override
    public void run() throws InterruptedException {
        FsckReport report = fsck.check();
        report.findings().stream().limit(LOGGED).forEach(finding -> log.warn("fsck.found {}", finding));
        if (report.isClean()) {
            log.info("fsck.done {}", report.summary());
        } else {
            log.warn("fsck.done {}", report.summary());
        }
    }
}
