package io.oxicloud.files;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.DriveRow;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what lies in each drive and corrects what it is said to hold. Every change is charged in its own transaction, so this
 * finds something only after a fault or a repair by hand.
 *
 * <p>A drive is counted without a lock; only one that seems wrong is counted again with its row locked. What lies in the trash
 * is held as well; former contents of files are not counted.
 */
public final class UsageReconciliation implements PeriodicTask {
    private static final Logger log = LoggerFactory.getLogger(UsageReconciliation.class);

    private static final int PAGE = 500;

    private final Tx tx;
    private final DriveLedger drives;
    private final Duration interval;

    /** @param tx for background work */
    public UsageReconciliation(Tx tx, DriveLedger drives, Duration interval) {
        this.tx = tx;
        this.drives = drives;
        this.interval = interval;
    }

    @Override
    public String name() {
        return "files.usage-reconciliation";
    }

    @Override
    public Duration interval() {
        return interval;
    }

    @Override
    public void run() throws InterruptedException {
        DriveId last = null;
        List<DriveRow> page;
        do {
            page = page(last);
            for (DriveRow drive : page) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                reconcile(drive);
                last = drive.id();
            }
        } while (page.size() == PAGE);
    }

    private List<DriveRow> page(@Nullable DriveId after) {
        return tx.read("files.usage-page", scope -> drives.page(scope, after, PAGE));
    }

    private void reconcile(DriveRow drive) {
        DriveId id = drive.id();
        long held = tx.read("files.usage-count", scope -> held(scope, id));
        if (held == drive.usedBytes()) {
            return;
        }
        long wrongBy =
                tx.retryingWrite("files.usage-correct", scope -> drives.correctUsed(scope, id, () -> held(scope, id)));
        if (wrongBy != 0) {
            log.warn("usage.corrected drive={} by={}", id, wrongBy);
        }
    }

    private static long held(Tx.Scope scope, DriveId drive) {
        byte[] root = PackedLineage.pack(Lineage.ofRoot(drive));
        return scope.session()
                .createNativeQuery(
                        "select coalesce(sum(size), 0) as held from node where lineage >= :from and lineage < :end",
                        Long.class)
                .addScalar("held", Long.class)
                .setParameter("from", root)
                .setParameter("end", PackedLineage.endOfSubtree(root))
                .getSingleResult();
    }
}
