package io.oxicloud.chunk.job;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Tx;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The encryption of all contents with the newest key, for administrators. Thread-safe. */
public final class Rekeys {
    private static final Logger audit = LoggerFactory.getLogger("audit.storage");

    private final Tx tx;
    private final @Nullable String keyId;
    private final JobRows jobs = new JobRows();

    /** @param setup of this node */
    public Rekeys(Tx tx, NodeSetup setup) {
        this.tx = tx;
        this.keyId = setup.keyId();
    }

    /** How it stands; the target is the id of the key that blobs get. */
    public JobView view(Actor actor) {
        Administrators.only(actor);
        return tx.read("storage.rekey-view", scope -> jobs.view(scope, JobKind.REKEY, JobRows.PROBLEMS));
    }

    /**
     * Looks at all blobs once more, or goes on: after a failure, or to be sure before a former key is thrown away.
     *
     * @throws CloudException CONFLICT if nothing is encrypted
     */
    public JobView start(Actor actor) {
        Administrators.only(actor);
        if (keyId == null) {
            throw new CloudException(ErrorCode.CONFLICT, "contents are not encrypted");
        }
        JobView now = tx.retryingWrite("storage.rekey-start", scope -> {
            StorageJobEntity rekey = jobs.lock(scope, JobKind.REKEY);
            if (rekey.status != JobStatus.RUNNING || !keyId.equals(rekey.target)) {
                begin(jobs, scope, rekey, keyId);
                scope.session().flush();
            }
            return jobs.view(scope, JobKind.REKEY, 0);
        });
        audit.info("storage.rekey-started who={} key={}", actor, keyId);
        return now;
    }

    static void begin(JobRows jobs, Tx.Scope scope, StorageJobEntity rekey, @Nullable String keyId) {
        jobs.clearProblems(scope, JobKind.REKEY);
        rekey.target = keyId;
        rekey.begin(scope.databaseTime(), jobs.chunks(scope));
    }
}
