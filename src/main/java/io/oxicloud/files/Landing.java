package io.oxicloud.files;

import io.oxicloud.access.Permission;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Tx;
import jakarta.persistence.OptimisticLockException;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes a place free for a node that comes: puts what is there into the trash, if the caller said so. */
final class Landing {
    private final Guard guard;
    private final Nodes nodes = new Nodes();
    private final LockRule locks = new LockRule();
    private final Trashing trashing = new Trashing();

    Landing(Guard guard) {
        this.guard = guard;
    }

    /** What would have to make way, to be locked with the rest; {@link #clear} finds out if that is still true then. */
    @Nullable
    NodeId occupant(Tx.Scope scope, Destination to) {
        return to.taken() == Destination.Taken.REFUSE
                ? null
                : nodes.child(scope, to.folder(), to.name()).map(Node::id).orElse(null);
    }

    /**
     * @param locked rows: the folder and, if there is one, the occupant
     * @param comer the node that comes, or that its copy is of; as a comer it lies elsewhere
     * @return whether something was there; what may not be replaced is left to the unique constraint
     */
    boolean clear(
            Tx.Scope scope,
            Change change,
            Precondition submitted,
            Destination to,
            Map<UUID, NodeEntity> locked,
            Lineage comer) {
        if (to.taken() == Destination.Taken.REFUSE) {
            return false;
        }
        Node there = nodes.child(scope, to.folder(), to.name()).orElse(null);
        if (there == null) {
            return false;
        }
        if (comer.isWithin(there.id().value())) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "a node takes neither its own place nor that of a folder it lies in");
        }
        NodeEntity occupant = locked.get(there.id().value());
        if (occupant == null) {
            throw new OptimisticLockException("came meanwhile: " + there.id());
        }
        guard.allow(scope, change, occupant.lineage, Permission.DELETE);
        locks.leave(scope, change, submitted, occupant.lineage, null);
        NodeEntity folder = Guard.visible(locked.get(to.folder().value()));
        trashing.put(scope, folder, occupant, change.stamp());
        return true;
    }
}
