package io.oxicloud.files;

import io.oxicloud.access.Permission;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.Lineage;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.Policies;
import io.oxicloud.drive.Policy;

/** What a move has to ask and to do besides when it leads from one drive to another. */
final class DriveCrossing {
    private final Guard guard;
    private final DriveLedger drives;
    private final Subtrees subtrees = new Subtrees();
    private final TrashRows trash = new TrashRows();

    DriveCrossing(Guard guard, DriveLedger drives) {
        this.guard = guard;
        this.drives = drives;
    }

    void allow(Tx.Scope scope, Change change, Lineage node, Lineage to) {
        guard.allow(scope, change, node, Permission.DELETE);
        drives.policies(scope, node.drive()).refuse(Policy.FORBID_CROSS_DRIVE_MOVE, change.actor(), node.drive());
        guard.allow(scope, change, to, Permission.CREATE);
        if (subtrees.isShared(scope, node)) {
            allowSharing(scope, change, to);
        }
    }

    /** Grants come along, so that the move shares things in the new drive: it takes what giving them there would take. */
    private void allowSharing(Tx.Scope scope, Change change, Lineage to) {
        Policies policies = drives.policies(scope, to.drive());
        policies.refuse(Policy.FORBID_SHARING, change.actor(), to.drive());
        policies.refuse(Policy.FORBID_EXTERNAL_SHARING, change.actor(), to.drive());
        guard.allow(scope, change, to, Permission.SHARE);
    }

    /** @param node in its new place already, and stored */
    void follow(Tx.Scope scope, NodeEntity node, Lineage before) {
        if (node.kind == NodeKind.FOLDER) {
            subtrees.leaveTrash(scope, before);
            subtrees.carry(scope, before, node.lineage);
            trash.rehome(scope, node.lineage);
        }
        long bytes = node.kind == NodeKind.FOLDER ? subtrees.size(scope, node.lineage) : node.size;
        if (bytes > 0) {
            charge(scope, before.drive(), node.lineage.drive(), bytes);
        }
    }

    /** In the order of the ids, as {@link DriveLedger#charge} wants it. */
    private void charge(Tx.Scope scope, DriveId from, DriveId to, long bytes) {
        if (from.toString().compareTo(to.toString()) < 0) {
            drives.charge(scope, from, -bytes);
            drives.charge(scope, to, bytes);
        } else {
            drives.charge(scope, to, bytes);
            drives.charge(scope, from, -bytes);
        }
    }
}
