package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import jakarta.persistence.OptimisticLockException;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Copies of whole trees.
 *
 * <p>The source is read by one statement, so that the copy is of one moment, whatever others do to the tree meanwhile; only
 * the folder that the copy is put into is locked. Rows are written some hundred at a time.
 */
final class TreeCopy {
    private final Guard guard;
    private final Access access;
    private final DriveLedger drives;
    private final ChunkLedger contents;
    private final Ids ids;
    private final Clock clock;
    private final Nodes nodes = new Nodes();
    private final Subtrees subtrees = new Subtrees();
    private final LockRule locks = new LockRule();
    private final Surroundings surroundings = new Surroundings();
    private final ContentCounts counts = new ContentCounts();
    private final History history = new History();
    private final Landing landing;

    TreeCopy(Guard guard, Access access, DriveLedger drives, ChunkLedger contents, Ids ids, Clock clock) {
        this.guard = guard;
        this.access = access;
        this.drives = drives;
        this.contents = contents;
        this.ids = ids;
        this.clock = clock;
        landing = new Landing(guard);
    }

    Copied copy(Actor actor, NodeId id, Destination to, boolean whole, Precondition precondition) {
        Change change = Change.by(actor, access, clock);
        return guard.write("files.copy", scope -> {
            Node source = nodes.find(scope, id).orElseThrow(Access::absent);
            change.rights().require(source.lineage(), Permission.READ);
            Map<UUID, NodeEntity> locked = lock(scope, to, precondition);
            NodeEntity folder = Guard.visible(locked.get(to.folder().value()));
            guard.allow(scope, change, folder.lineage, Permission.CREATE);
            Guard.requireFolder(folder.kind == NodeKind.FOLDER);
            surroundings.require(scope, change, precondition, source.lineage(), null);
            List<FileLock> near = locks.require(scope, change, precondition, folder.lineage);
            Conditions.require(precondition, source);
            requireRoom(scope, source, folder, whole);
            requireFree(scope, to);
            Landing.Cleared cleared = landing.clear(scope, change, precondition, to, locked, source.lineage());
            try (var writer = new CopyWriter(scope, folder, to.name(), source.lineage(), ids, change.stamp())) {
                read(scope, source.lineage(), whole, writer);
                NodeEntity top = writer.finish();
                history.announce(scope, folder);
                locks.arrive(scope, change, cleared.with(near), to.name(), top.lineage);
                contents(scope, top);
                if (writer.bytes() > 0) {
                    drives.charge(scope, folder.lineage.drive(), writer.bytes());
                }
                return new Copied(top.node(), cleared.replaced(), writer.folders(), writer.files());
            }
        });
    }

    private Map<UUID, NodeEntity> lock(Tx.Scope scope, Destination to, Precondition asked) {
        Set<UUID> wanted = new HashSet<>(Set.of(to.folder().value()));
        NodeId occupant = landing.occupant(scope, to);
        if (occupant != null) {
            wanted.add(occupant.value());
        }
        return nodes.lock(scope, surroundings.with(asked, wanted));
    }

    /** The unique constraint would say the same, but only after the whole tree was written. */
    private void requireFree(Tx.Scope scope, Destination to) {
        boolean refusing = to.taken() == Destination.Taken.REFUSE;
        if (refusing && nodes.child(scope, to.folder(), to.name()).isPresent()) {
            throw Guard.nameTaken(null);
        }
    }

    private void requireRoom(Tx.Scope scope, Node source, NodeEntity folder, boolean whole) {
        if (!source.folder() || !whole) {
            Guard.requireRoom(folder.lineage);
            return;
        }
        if (folder.lineage.isWithin(source.id().value())) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "a folder cannot be copied into itself");
        }
        int deeper = folder.lineage.path().size() - source.lineage().ancestors().size();
        Guard.requireDepth(subtrees.depth(scope, source.lineage()) + deeper);
    }

    /** Folders before what lies in them. */
    private void read(Tx.Scope scope, Lineage source, boolean whole, CopyWriter writer) {
        try (Stream<SourceNode> found = nodes.seen(scope, source, whole)) {
            found.forEach(writer::add);
        }
        if (writer.isEmpty()) {
            throw new OptimisticLockException("moved meanwhile: " + source.self());
        }
    }

    /** What was copied refers to contents once more. */
    private void contents(Tx.Scope scope, NodeEntity top) {
        counts.of(scope, top.lineage, page -> contents.retain(scope, page));
    }
}
