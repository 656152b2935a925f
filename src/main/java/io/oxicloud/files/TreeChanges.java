package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.NodeName;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import jakarta.persistence.OptimisticLockException;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Changes to the shape of the tree: folders made, nodes renamed, moved and put into the trash.
 *
 * <p>A transaction locks the node and the folders whose history it writes, all at once and in the order of their ids, and
 * decides on what it finds then.
 */
final class TreeChanges {
    private final Guard guard;
    private final Access access;
    private final Ids ids;
    private final Clock clock;
    private final Nodes nodes = new Nodes();
    private final Subtrees subtrees = new Subtrees();
    private final History history = new History();
    private final LockRule locks = new LockRule();
    private final Surroundings surroundings = new Surroundings();
    private final Trashing trashing = new Trashing();
    private final Landing landing;
    private final DriveCrossing crossing;
    private final SwapSave saves;

    TreeChanges(Guard guard, Access access, DriveLedger drives, ChunkLedger contents, Ids ids, Clock clock) {
        this.guard = guard;
        this.access = access;
        this.ids = ids;
        this.clock = clock;
        landing = new Landing(guard);
        crossing = new DriveCrossing(guard, drives);
        saves = new SwapSave(contents);
    }

    Node createFolder(
            Actor actor,
            NodeId parent,
            String given,
            List<PropertyChange> properties,
            NodeTimes times,
            Precondition precondition) {
        String name = NodeName.of(given);
        Change change = Change.by(actor, access, clock);
        return guard.write("files.createFolder", scope -> {
            NodeEntity folder =
                    Guard.visible(nodes.lock(scope, surroundings.with(precondition, List.of(parent.value())))
                            .get(parent.value()));
            guard.allow(scope, change, folder.lineage, Permission.CREATE);
            Guard.requireFolder(folder.kind == NodeKind.FOLDER);
            surroundings.require(scope, change, precondition, folder.lineage, name);
            List<FileLock> near = locks.require(scope, change, precondition, folder.lineage);
            Conditions.require(precondition, null);
            Lineage lineage = Guard.below(folder.lineage, new NodeId(ids.next()));
            NodeEntity made = NodeEntity.folder(lineage, name, change.stamp());
            scope.session().persist(made);
            history.append(scope, folder, RevisionKind.CREATED, made, change.stamp());
            locks.arrive(scope, change, near, name, lineage);
            if (!properties.isEmpty()) {
                scope.session().flush();
                var patch = new PropertyPatch(made.id, List.of());
                patch.apply(properties);
                patch.store(scope);
            }
            times.set(made);
            return made.node();
        });
    }

    Node rename(Actor actor, NodeId id, String given, Precondition precondition) {
        String name = NodeName.of(given);
        return change(actor, id, seen -> stay(seen, name), precondition).node();
    }

    private static Destination stay(Node seen, String name) {
        NodeId parent = seen.parent();
        return new Destination(parent == null ? seen.id() : parent, name, Destination.Taken.REFUSE);
    }

    Moved move(Actor actor, NodeId id, Destination to, Precondition precondition) {
        return change(actor, id, seen -> to, precondition);
    }

    private Moved change(Actor actor, NodeId id, Function<Node, Destination> going, Precondition precondition) {
        Change change = Change.by(actor, access, clock);
        return guard.write("files.move", scope -> {
            Node seen = nodes.find(scope, id).orElseThrow(Access::absent);
            Destination goal = going.apply(seen);
            Placed placed = lock(scope, seen, precondition, goal.folder(), landing.occupant(scope, goal));
            NodeEntity node = placed.node;
            guard.allow(scope, change, node.lineage, Permission.UPDATE);
            Guard.requireNoRoot(node.lineage);
            NodeEntity from = placed.parent();
            NodeEntity to = Guard.visible(placed.locked.get(goal.folder().value()));
            if (to != from) {
                requireMovable(scope, change, node, to);
            }
            surroundings.require(scope, change, precondition, node.lineage, null);
            if (to == from && node.name.equals(goal.name())) {
                Conditions.require(precondition, node.node());
                return new Moved(node.node(), false); // nothing changes, so that its locks stay, too
            }
            String kept = node.kind == NodeKind.FILE ? node.name : null;
            List<FileLock> near =
                    locks.leave(scope, change, precondition, node.lineage, to == from ? null : to.lineage, kept);
            Conditions.require(precondition, node.node());
            NodeEntity there = placed.occupant(goal);
            SwapSave.Save save = to != from
                    ? null
                    : saves.recognise(scope, change, precondition, to, goal.name(), node, near, there);
            if (save != null) {
                boolean replaced = saves.save(scope, to, goal.name(), node, save, change.stamp());
                locks.arrive(scope, change, near, goal.name(), save.document().lineage);
                return new Moved(save.document().node(), replaced);
            }
            Landing.Cleared cleared = landing.clear(scope, change, precondition, goal, placed.locked, node.lineage);
            history.append(scope, from, RevisionKind.LEFT, node, change.stamp());
            Lineage before = node.lineage;
            node.rename(goal.name());
            node.hangUnder(to);
            history.append(scope, to, RevisionKind.ARRIVED, node, change.stamp());
            scope.session().flush();
            locks.arrive(scope, change, cleared.with(near), goal.name(), node.lineage);
            if (to != from) {
                follow(scope, node, before);
            }
            return new Moved(node.node(), cleared.replaced());
        });
    }

    /** What lies in the node comes along. */
    private void follow(Tx.Scope scope, NodeEntity node, Lineage before) {
        if (!node.lineage.drive().equals(before.drive())) {
            crossing.follow(scope, node, before);
        } else if (node.kind == NodeKind.FOLDER) {
            subtrees.carry(scope, before, node.lineage);
        }
    }

    void delete(Actor actor, NodeId id, Precondition precondition) {
        Change change = Change.by(actor, access, clock);
        guard.write("files.delete", scope -> {
            Placed placed = lock(scope, nodes.find(scope, id).orElseThrow(Access::absent), precondition);
            NodeEntity node = placed.node;
            guard.allow(scope, change, node.lineage, Permission.DELETE);
            Guard.requireNoRoot(node.lineage);
            surroundings.require(scope, change, precondition, node.lineage, null);
            locks.leave(scope, change, precondition, node.lineage, null, null);
            Conditions.require(precondition, node.node());
            trashing.put(scope, placed.parent(), node, change.stamp());
            return node.id;
        });
    }

    /**
     * Whether the actor may do more in the new place than in the old one. Such a move takes what may be taken away only:
     * else an editor could make himself owner of a file by moving it into a folder of his own.
     */
    private static boolean gains(Rights rights, Lineage node, Lineage to) {
        return !rights.permissions(node).containsAll(rights.permissions(to));
    }

    private void requireMovable(Tx.Scope scope, Change change, NodeEntity node, NodeEntity to) {
        change.rights().require(to.lineage, Permission.CREATE);
        Guard.requireFolder(to.kind == NodeKind.FOLDER);
        if (!to.lineage.drive().equals(node.lineage.drive())) {
            crossing.allow(scope, change, node.lineage, to.lineage);
        } else if (gains(change.rights(), node.lineage, to.lineage)) {
            change.rights().require(node.lineage, Permission.DELETE);
        }
        if (to.lineage.isWithin(node.id)) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "a folder cannot lie in itself");
        }
        int deeper = to.lineage.path().size() - node.lineage.ancestors().size();
        Guard.requireDepth(subtrees.depth(scope, node.lineage) + deeper);
    }

    /** Which folder to lock is read before it is locked; if that was no longer true, the transaction begins anew. */
    private Placed lock(Tx.Scope scope, Node seen, Precondition asked, @Nullable NodeId... others) {
        NodeId id = seen.id();
        Set<UUID> wanted = new HashSet<>(Set.of(id.value()));
        Stream.concat(Stream.of(seen.parent()), Stream.of(others))
                .filter(Objects::nonNull)
                .forEach(other -> wanted.add(other.value()));
        var placed = new Placed(nodes.lock(scope, surroundings.with(asked, wanted)), id);
        if (placed.node.parentId != null && !placed.locked.containsKey(placed.node.parentId)) {
            throw new OptimisticLockException("moved meanwhile: " + id);
        }
        return placed;
    }

    /** A node that can be seen, locked together with the folder it lies in. */
    private static final class Placed {
        final Map<UUID, NodeEntity> locked;
        final NodeEntity node;

        Placed(Map<UUID, NodeEntity> locked, NodeId id) {
            this.locked = locked;
            this.node = Guard.visible(locked.get(id.value()));
        }

        /** What has the name that the node is to have, if it may make way and was locked for that. */
        @Nullable
        NodeEntity occupant(Destination to) {
            if (to.taken() == Destination.Taken.REFUSE) {
                return null;
            }
            return locked.values().stream()
                    .filter(other -> other != node
                            && to.folder().value().equals(other.parentId)
                            && to.name().equals(other.name)
                            && other.trashedUnder == null)
                    .findFirst()
                    .orElse(null);
        }

        NodeEntity parent() {
            return Guard.visible(locked.get(node.parentId));
        }
    }
}
