package io.oxicloud.chunk.job;

import io.oxicloud.base.Ids;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Encrypts all blobs with the newest key, when there is a newer one than that which all blobs have: begun by itself, once all
 * nodes encrypt with it, for another one would go on with a former key.
 */
public final class RekeyTask implements PeriodicTask {
    private static final Duration INTERVAL = Duration.ofSeconds(30);

    private final Tx tx;
    private final NodeSetup setup;
    private final boolean former;
    private final ChunkPass pass;
    private final RekeyWork work;
    private final JobRows jobs = new JobRows();
    private final NodeRows nodes = new NodeRows();

    /**
     * @param tx for background work
     * @param setup of this node, with a key
     * @param former whether it knows keys that blobs may still be under
     * @param backends that are encrypted
     */
    public RekeyTask(
            Tx tx, Clock clock, Ids ids, NodeSetup setup, boolean former, List<EncryptingBlobBackend> backends) {
        this.tx = tx;
        this.setup = setup;
        this.former = former;
        this.pass = new ChunkPass(tx, clock, ids, JobKind.REKEY);
        this.work = new RekeyWork(backends, setup.target() == null);
    }

    @Override
    public String name() {
        return "storage.rekey";
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public void run() throws InterruptedException {
        if (former && tx.read("storage.rekey-due", this::isDue)) {
            tx.retryingWrite("storage.rekey-begin", scope -> {
                StorageJobEntity rekey = jobs.lock(scope, JobKind.REKEY);
                if (isDue(scope)) {
                    Rekeys.begin(jobs, scope, rekey, setup.keyId());
                }
                return true;
            });
        }
        pass.run(work, this::hindrance);
    }

    /** A key that nothing was begun for. */
    private boolean isDue(Tx.Scope scope) {
        StorageJobEntity rekey = jobs.get(scope, JobKind.REKEY);
        return !Objects.equals(rekey.target, setup.keyId()) && othersKeys(scope).isEmpty();
    }

    private String hindrance(Tx.Scope scope) {
        return Objects.equals(jobs.get(scope, JobKind.REKEY).target, setup.keyId())
                ? othersKeys(scope)
                : "the settings of a node name another key";
    }

    private String othersKeys(Tx.Scope scope) {
        return nodes.alive(scope).stream().allMatch(node -> Objects.equals(node.keyId, setup.keyId()))
                ? ""
                : "waiting for all nodes to encrypt with the key " + setup.keyId();
    }
}
