package io.oxicloud.chunk.job;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Tx;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The move of all contents to another backend, for administrators. Thread-safe. */
public final class Moves {
    /** Blobs read at a time, unless somebody says otherwise. */
    public static final int CONCURRENCY = 4;

    private static final int MOST = 32;
    private static final Logger audit = LoggerFactory.getLogger("audit.storage");

    private final Tx tx;
    private final NodeTurn turn;
    private final NodeSetup setup;
    private final MoveNodes nodes;
    private final @Nullable TargetSample sample;
    private final JobRows jobs = new JobRows();

    /** @param sample of the target; null if there is none */
    public Moves(Tx tx, NodeTurn turn, @Nullable TargetSample sample) {
        this.tx = tx;
        this.turn = turn;
        this.setup = turn.setup();
        this.nodes = new MoveNodes(setup);
        this.sample = sample;
    }

    public JobView view(Actor actor) {
        Administrators.only(actor);
        return tx.read("storage.move-view", scope -> jobs.view(scope, JobKind.MOVE, JobRows.PROBLEMS));
    }

    /**
     * Begins, or does all of it again; from now on new contents go to the target.
     *
     * @throws CloudException CONFLICT if there is no target, if one runs, or if nodes with other settings run
     */
    public JobView start(Actor actor, int concurrency) {
        if (concurrency < 1 || concurrency > MOST) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "concurrency must be between 1 and " + MOST);
        }
        return change(actor, "started", (scope, move) -> {
            requireTarget();
            boolean same = setup.isToTarget(move);
            if (same && (move.status == JobStatus.RUNNING || move.status == JobStatus.PAUSED)) {
                throw conflict("contents are moving already; it may be paused and resumed");
            }
            if (same && move.confirmed) {
                throw conflict("contents have moved, and that was confirmed");
            }
            String strangers = nodes.strangers(scope);
            if (!strangers.isEmpty()) {
                throw conflict(strangers);
            }
            move.source = setup.place();
            move.target = setup.target();
            move.concurrency = concurrency;
            begin(scope, move);
        });
    }

    /** New contents go to the target all the same. */
    public JobView pause(Actor actor) {
        return change(actor, "paused", (scope, move) -> {
            if (move.status != JobStatus.RUNNING) {
                throw conflict("nothing is moving");
            }
            move.status = JobStatus.PAUSED;
        });
    }

    /** Goes on; after a failure all blobs are looked at again, and those that are there are left alone. */
    public JobView resume(Actor actor) {
        return change(actor, "resumed", (scope, move) -> {
            if (move.status == JobStatus.FAILED && !move.confirmed) {
                begin(scope, move);
            } else if (move.status == JobStatus.PAUSED) {
                move.status = JobStatus.RUNNING;
            } else {
                throw conflict("nothing was paused and nothing has failed");
            }
        });
    }

    /**
     * From now on nodes may run with the target alone.
     *
     * @param acceptFailed also if blobs failed; they are lost then
     * @throws CloudException CONFLICT if not all is there
     */
    public JobView complete(Actor actor, boolean acceptFailed) {
        return change(actor, "confirmed", (scope, move) -> {
            boolean accepted = move.status == JobStatus.FAILED && acceptFailed;
            if (move.status != JobStatus.COMPLETED && !accepted) {
                throw conflict(
                        move.status == JobStatus.FAILED
                                ? "some blobs could not be moved; resume tries again"
                                : "not all contents have moved");
            }
            move.status = JobStatus.COMPLETED;
            move.confirmed = true;
        });
    }

    /** Reads some blobs in the target and compares them with their digests. */
    public TargetSample.Result verify(Actor actor, int count) {
        Administrators.only(actor);
        if (count < 1 || count > TargetSample.MOST) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "sample_size must be between 1 and " + TargetSample.MOST);
        }
        requireTarget();
        if (sample == null) {
            throw new IllegalStateException("a target without a sample");
        }
        return sample.take(count);
    }

    private void begin(Tx.Scope scope, StorageJobEntity move) {
        jobs.clearProblems(scope, JobKind.MOVE);
        move.begin(scope.databaseTime(), jobs.chunks(scope));
    }

    private void requireTarget() {
        if (setup.target() == null) {
            throw conflict("there is nowhere to move to: the settings STORAGE_TARGET_* name no other storage");
        }
    }

    private JobView change(Actor actor, String what, BiConsumer<Tx.Scope, StorageJobEntity> change) {
        Administrators.only(actor);
        JobView now = tx.retryingWrite("storage.move-change", scope -> {
            change.accept(scope, jobs.lock(scope, JobKind.MOVE));
            scope.session().flush();
            return jobs.view(scope, JobKind.MOVE, JobRows.PROBLEMS);
        });
        turn.hear();
        audit.info("storage.move-{} who={} source={} target={}", what, actor, now.source(), now.target());
        return now;
    }

    private static CloudException conflict(String message) {
        return new CloudException(ErrorCode.CONFLICT, message);
    }
}
