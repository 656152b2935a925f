package io.oxicloud.files;

import io.oxicloud.base.PeriodicTask;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes for good what has been in the trash for too long, and what is left of deleted drives. */
public final class TrashPurge implements PeriodicTask {
    private static final Logger log = LoggerFactory.getLogger(TrashPurge.class);

    private static final Duration INTERVAL = Duration.ofMinutes(15);

    private final Trash trash;

    /** @param trash on the connections for background work */
    public TrashPurge(Trash trash) {
        this.trash = trash;
    }

    @Override
    public String name() {
        return "trash.purge";
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public void run() throws InterruptedException {
        int batches = trash.expire();
        log.debug("trash.purged batches={}", batches);
    }
}
