package io.oxicloud.chunk.job;

import io.oxicloud.base.Ids;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Duration;

/** Moves contents to another backend as long as administrators want it, on one node at a time. */
public final class MoveTask implements PeriodicTask {
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final ChunkPass pass;
    private final MoveWork work;
    private final MoveNodes nodes;

    /**
     * @param tx for background work
     * @param setup of this node, with a target
     * @param source where contents are, and nowhere else
     * @param target where they are to go
     */
    public MoveTask(Tx tx, Clock clock, Ids ids, NodeSetup setup, BlobBackend source, BlobBackend target) {
        this.pass = new ChunkPass(tx, clock, ids, JobKind.MOVE);
        this.work = new MoveWork(source, target);
        this.nodes = new MoveNodes(setup);
    }

    @Override
    public String name() {
        return "storage.move";
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public void run() throws InterruptedException {
        pass.run(work, nodes::hindrance);
    }
}
