package io.oxicloud.chunk.job;

import io.oxicloud.base.Actor;
import io.oxicloud.db.Tx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The removal of what nobody needs, on demand and beside the one that comes by itself, for administrators. Thread-safe. */
public final class Sweeps {
    private static final Logger audit = LoggerFactory.getLogger("audit.storage");

    private final Tx tx;
    private final JobRows jobs = new JobRows();

    public Sweeps(Tx tx) {
        this.tx = tx;
    }

    /** How the last one stands. */
    public JobView view(Actor actor) {
        Administrators.only(actor);
        return tx.read("storage.sweep-view", scope -> jobs.view(scope, JobKind.SWEEP, 0));
    }

    /**
     * Some node begins within seconds. If one is asked for already, that one is told, and it need not be less forced.
     *
     * @param forced what is unused now goes now, also from under downloads that began before it was deleted
     */
    public JobView start(Actor actor, boolean forced) {
        Administrators.only(actor);
        JobView now = tx.retryingWrite("storage.sweep-start", scope -> {
            StorageJobEntity sweep = jobs.lock(scope, JobKind.SWEEP);
            if (sweep.status != JobStatus.RUNNING || (forced && !sweep.whole)) {
                sweep.whole = forced;
                sweep.begin(scope.databaseTime(), 0);
                scope.session().flush();
            }
            return jobs.view(scope, JobKind.SWEEP, 0);
        });
        audit.info("storage.sweep-started who={} forced={}", actor, forced);
        return now;
    }
}
