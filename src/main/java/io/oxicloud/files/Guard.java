package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.DuplicateException;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.Policy;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What every change to the tree has to pass, decided on rows that are locked or about to be. */
final class Guard {
    private final Tx tx;
    private final DriveLedger drives;

    Guard(Tx tx, DriveLedger drives) {
        this.tx = tx;
        this.drives = drives;
    }

    /**
     * A transaction that is done again when it loses a race, and whose second node of one name is NAME_TAKEN.
     */
    <T> T write(String name, Function<Tx.Scope, T> work) {
        try {
            return tx.retryingWrite(name, work);
        } catch (DuplicateException e) {
            if (e.constraint().equals("uq_node_live")) {
                throw nameTaken(e);
            }
            throw e;
        }
    }

    <T> T read(String name, Function<Tx.Scope, T> work) {
        return tx.read(name, work);
    }

    static CloudException nameTaken(@Nullable Throwable cause) {
        return new CloudException(ErrorCode.NAME_TAKEN, "there is something with this name already", cause);
    }

    /** @throws CloudException NOT_FOUND if there is no such node, or only in the trash */
    static NodeEntity visible(@Nullable NodeEntity found) {
        if (found == null || found.trashedUnder != null) {
            throw Access.absent();
        }
        return found;
    }

    /** The actor holds the permission, and the drive is not frozen. */
    void allow(Tx.Scope scope, Change change, Lineage node, Permission permission) {
        change.rights().require(node, permission);
        drives.policies(scope, node.drive()).refuse(Policy.READ_ONLY, change.actor(), node.drive());
    }

    /** The place of something new in a folder. */
    static Lineage below(Lineage folder, NodeId node) {
        requireRoom(folder);
        return folder.child(node);
    }

    static void requireRoom(Lineage folder) {
        requireDepth(folder.ancestors().size() + 2);
    }

    static void requireDepth(int depth) {
        if (depth > FileTree.MAX_DEPTH) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "folders lie within each other at most " + FileTree.MAX_DEPTH + " deep");
        }
    }

    static void requireFolder(boolean folder) {
        if (!folder) {
            throw new CloudException(ErrorCode.CONFLICT, "the parent is a file");
        }
    }

    /** A root folder is its drive, and changes with it. */
    static void requireNoRoot(Lineage node) {
        if (node.ancestors().isEmpty()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "the root folder of a drive stays where it is");
        }
    }
}
