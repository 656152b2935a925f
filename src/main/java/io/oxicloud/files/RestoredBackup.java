package io.oxicloud.files;

import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Sees to it that nothing said of a folder before a backup was restored can be taken for something said of it afterwards.
 *
 * <p>The numbers of a folder's history go on from where they were when the backup was made, and so come a second time for other
 * changes. Therefore the upper half of {@code node.below} is an epoch: it is part of a folder's entity tag, since that is the sum of
 * the two numbers, and of the stamp of its sync tokens. It is 0 until a backup is restored, and then the second of that moment:
 * random numbers could repeat, and one that is counted would itself be restored. Folders that are made later
 * have ids of their own, so they begin with 0.
 *
 * <p>Batches of some hundred folders, each a transaction; done twice, or begun again after a crash, it does no harm. Thread-safe.
 */
public final class RestoredBackup {
    private static final int BATCH = 500;
    private static final int EPOCH_BITS = 31;
    private static final int COUNT_BITS = 32;

    private final Tx tx;
    private final Clock clock;
    private final int batch;
    private final Nodes nodes = new Nodes();

    /** @param tx for background work */
    public RestoredBackup(Tx tx, Clock clock) {
        this(tx, clock, BATCH);
    }

    RestoredBackup(Tx tx, Clock clock, int batch) {
        this.tx = tx;
        this.clock = clock;
        this.batch = batch;
    }

    /**
     * Gives all folders, those in the trash too, the epoch of now. To be called before the first request after the restore.
     *
     * @return how many folders there are
     */
    public long mark() {
        long epoch = epoch(clock.instant());
        long done = 0;
        List<UUID> folders = after(new UUID(0, 0));
        while (!folders.isEmpty()) {
            List<UUID> some = folders;
            tx.retryingWrite("files.restored", scope -> mark(scope, some, epoch));
            done += some.size();
            folders = after(some.get(some.size() - 1));
        }
        return done;
    }

    /** What is above the count in {@code node.below}. */
    static long epochOf(long below) {
        return below >>> COUNT_BITS;
    }

    /** Comes again after 68 years. */
    private static long epoch(Instant now) {
        return now.getEpochSecond() & (1L << EPOCH_BITS) - 1;
    }

    private List<UUID> after(UUID last) {
        return tx.read(
                "files.restored-folders",
                scope -> scope.session()
                        .createSelectionQuery(
                                "select n.id from NodeEntity n where n.id > :last and n.kind = FOLDER order by n.id",
                                UUID.class)
                        .setParameter("last", last)
                        .setMaxResults(batch)
                        .getResultList());
    }

    /** Locked first, since one statement over many rows takes them in any order. */
    private int mark(Tx.Scope scope, List<UUID> folders, long epoch) {
        nodes.lock(scope, folders);
        return scope.change(
                "update node set below = mod(below, 4294967296) + cast(? as bigint) where id in ?",
                epoch << COUNT_BITS,
                folders);
    }
}
