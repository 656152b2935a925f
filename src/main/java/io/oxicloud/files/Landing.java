package io.oxicloud.files;

import io.oxicloud.access.Permission;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Tx;
import jakarta.persistence.OptimisticLockException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a place free for a node that comes: puts what is there into the trash, if the caller said so. */
final class Landing {
    private final Guard guard;
    private final Nodes nodes = new Nodes();
    private final LockRule locks = new LockRule();
    private final Trashing trashing = new Trashing();

    /**
     * A place that is free now.
     *
     * @param replaced whether something was there
     * @param waiting the locks that wait in the folder, those on what was there among them
     */
    record Cleared(boolean replaced, List<FileLock> waiting) {
        static final Cleared NOTHING = new Cleared(false, List.of());

        Cleared {
            waiting = List.copyOf(waiting);
        }

        /** With those that were found before; each once. */
        List<FileLock> with(List<FileLock> found) {
            return Stream.concat(waiting.stream(), found.stream())
                    .filter(lock -> lock.waitsFor() != null)
                    .collect(Collectors.toMap(FileLock::id, lock -> lock, (one, other) -> one, LinkedHashMap::new))
                    .values()
                    .stream()
                    .toList();
        }
    }

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
     * @return what made way; what may not be replaced is left to the unique constraint
     */
    Cleared clear(
            Tx.Scope scope,
            Change change,
            Precondition submitted,
            Destination to,
            Map<UUID, NodeEntity> locked,
            Lineage comer) {
        if (to.taken() == Destination.Taken.REFUSE) {
            return Cleared.NOTHING;
        }
        Node there = nodes.child(scope, to.folder(), to.name()).orElse(null);
        if (there == null) {
            return Cleared.NOTHING;
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
        String kept = occupant.kind == NodeKind.FILE ? occupant.name : null;
        List<FileLock> waiting = locks.leave(scope, change, submitted, occupant.lineage, null, kept);
        NodeEntity folder = Guard.visible(locked.get(to.folder().value()));
        trashing.put(scope, folder, occupant, change.stamp());
        return new Cleared(true, waiting);
    }
}
