package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLifecycle;
import io.oxicloud.drive.DriveRow;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The root folder of each drive: comes, is named and goes with it. Thread-safe. */
public final class DriveRoots implements DriveLifecycle {
    private final Nodes nodes = new Nodes();
    private final Trashing trashing = new Trashing();
    private final Clock clock;

    public DriveRoots(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void created(Tx.Scope scope, DriveRow drive, @Nullable UserId by) {
        scope.session().persist(NodeEntity.folder(drive.lineage(), drive.name(), new Stamp(by, drive.createdAt())));
    }

    @Override
    public void renamed(Tx.Scope scope, DriveRow drive, @Nullable UserId by) {
        NodeEntity root = lock(scope, drive);
        root.rename(drive.name());
        root.modifiedAt = drive.updatedAt();
        root.modifiedBy = by;
    }

    @Override
    public void deleted(Tx.Scope scope, DriveRow drive) {
        NodeEntity root = lock(scope, drive);
        if (!nodes.page(scope, new NodeId(root.id), null, 1).isEmpty()) {
            throw new CloudException(ErrorCode.CONFLICT, "the drive is not empty");
        }
        abandon(scope, root);
    }

    @Override
    public void abandoned(Tx.Scope scope, DriveRow drive) {
        abandon(scope, lock(scope, drive));
    }

    /** Out of sight at once; the rows and their content are removed by {@link TrashPurge}. */
    private void abandon(Tx.Scope scope, NodeEntity root) {
        trashing.doom(scope, root, new Stamp(null, clock.instant().truncatedTo(ChronoUnit.MICROS)));
    }

    private NodeEntity lock(Tx.Scope scope, DriveRow drive) {
        return Guard.visible(
                nodes.lock(scope, List.of(drive.id().value())).get(drive.id().value()));
    }
}
