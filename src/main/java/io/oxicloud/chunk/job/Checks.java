package io.oxicloud.chunk.job;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Tx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The check of all contents on demand, for administrators. Thread-safe. */
public final class Checks {
    private static final Logger audit = LoggerFactory.getLogger("audit.storage");

    private final Tx tx;
    private final JobRows jobs = new JobRows();

    public Checks(Tx tx) {
        this.tx = tx;
    }

    /**
     * How the last check stands.
     *
     * @param findings how many of them at most
     */
    public JobView view(Actor actor, int findings) {
        Administrators.only(actor);
        return tx.read("storage.check-view", scope -> jobs.view(scope, JobKind.CHECK, findings));
    }

    /**
     * Some node begins within seconds; one that runs already is told.
     *
     * @param deep whether every blob is read
     * @throws CloudException CONFLICT if one of the other kind runs
     */
    public JobView start(Actor actor, boolean deep) {
        Administrators.only(actor);
        JobView now = tx.retryingWrite("storage.check-start", scope -> {
            StorageJobEntity check = jobs.lock(scope, JobKind.CHECK);
            if (check.status != JobStatus.RUNNING) {
                jobs.clearProblems(scope, JobKind.CHECK);
                check.whole = deep;
                check.begin(scope.databaseTime(), jobs.rowsToCheck(scope));
                scope.session().flush();
            } else if (check.whole != deep) {
                throw new CloudException(ErrorCode.CONFLICT, "another check is running");
            }
            return jobs.view(scope, JobKind.CHECK, 0);
        });
        audit.info("storage.check-started who={} deep={}", actor, deep);
        return now;
    }

    /** Nothing happens if none runs. */
    public JobView stop(Actor actor) {
        Administrators.only(actor);
        return tx.retryingWrite("storage.check-stop", scope -> {
            StorageJobEntity check = jobs.lock(scope, JobKind.CHECK);
            if (check.status == JobStatus.RUNNING) {
                check.end(JobStatus.FAILED, scope.databaseTime());
                check.note = "stopped by an administrator";
                scope.session().flush();
            }
            return jobs.view(scope, JobKind.CHECK, 0);
        });
    }
}
