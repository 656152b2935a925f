package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.NodeName;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Tx;
import jakarta.persistence.OptimisticLockException;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
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
    private final History history = new History();
    private final LockRule locks = new LockRule();

    TreeChanges(Guard guard, Access access, Ids ids, Clock clock) {
        this.guard = guard;
        this.access = access;
        this.ids = ids;
        this.clock = clock;
    }

    Node createFolder(Actor actor, NodeId parent, String given, Precondition precondition) {
        String name = NodeName.of(given);
        Change change = Change.by(actor, access, clock);
        return guard.write("files.createFolder", scope -> {
            NodeEntity folder =
                    Guard.visible(nodes.lock(scope, List.of(parent.value())).get(parent.value()));
            guard.allow(scope, change, folder.lineage, Permission.CREATE);
            Guard.requireFolder(folder.kind == NodeKind.FOLDER);
            locks.require(scope, change, precondition, folder.lineage);
            Conditions.require(precondition, null);
            Lineage lineage = Guard.below(folder.lineage, new NodeId(ids.next()));
            NodeEntity made = NodeEntity.folder(lineage, name, change.stamp());
            scope.session().persist(made);
            history.append(scope, folder, RevisionKind.CREATED, made, change.stamp());
            return made.node();
        });
    }

    Node rename(Actor actor, NodeId id, String name, Precondition precondition) {
        return change(actor, id, null, name, precondition);
    }

    Node move(Actor actor, NodeId id, NodeId parent, String name, Precondition precondition) {
        return change(actor, id, parent, name, precondition);
    }

    /** @param target the new parent; null for the one it has */
    private Node change(Actor actor, NodeId id, @Nullable NodeId target, String given, Precondition precondition) {
        String name = NodeName.of(given);
        Change change = Change.by(actor, access, clock);
        return guard.write("files.move", scope -> {
            Placed placed = lock(scope, id, target);
            NodeEntity node = placed.node;
            guard.allow(scope, change, node.lineage, Permission.UPDATE);
            Guard.requireNoRoot(node.lineage);
            NodeEntity from = placed.parent();
            NodeEntity to = target == null ? from : Guard.visible(placed.locked.get(target.value()));
            if (to != from) {
                change.rights().require(to.lineage, Permission.CREATE);
                Guard.requireFolder(to.kind == NodeKind.FOLDER);
                requireMovable(scope, node, to);
            }
            locks.leave(scope, change, precondition, node.lineage, to == from ? null : to.lineage);
            Conditions.require(precondition, node.node());
            if (to != from || !node.name.equals(name)) {
                history.append(scope, from, RevisionKind.LEFT, node, change.stamp());
                Lineage before = node.lineage;
                node.rename(name);
                node.hangUnder(to);
                history.append(scope, to, RevisionKind.ARRIVED, node, change.stamp());
                scope.session().flush();
                if (to != from && node.kind == NodeKind.FOLDER) {
                    nodes.carry(scope, before, node.lineage);
                }
            }
            return node.node();
        });
    }

    void delete(Actor actor, NodeId id, Precondition precondition) {
        Change change = Change.by(actor, access, clock);
        guard.write("files.delete", scope -> {
            Placed placed = lock(scope, id, null);
            NodeEntity node = placed.node;
            guard.allow(scope, change, node.lineage, Permission.DELETE);
            Guard.requireNoRoot(node.lineage);
            locks.leave(scope, change, precondition, node.lineage, null);
            Conditions.require(precondition, node.node());
            history.append(scope, placed.parent(), RevisionKind.TRASHED, node, change.stamp());
            node.trashedUnder = node.id;
            node.trashedAt = change.stamp().at();
            scope.session().flush();
            if (node.kind == NodeKind.FOLDER) {
                nodes.hide(scope, node.lineage);
            }
            return node.id;
        });
    }

    private void requireMovable(Tx.Scope scope, NodeEntity node, NodeEntity to) {
        if (!to.lineage.drive().equals(node.lineage.drive())) {
            throw new CloudException(ErrorCode.NOT_ALLOWED_HERE, "nothing is moved from one drive to another here");
        }
        if (to.lineage.isWithin(node.id)) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "a folder cannot lie in itself");
        }
        int deeper = to.lineage.path().size() - node.lineage.ancestors().size();
        Guard.requireDepth(nodes.depth(scope, node.lineage) + deeper);
    }

    /** Which folder to lock is read before it is locked; if that was no longer true, the transaction begins anew. */
    private Placed lock(Tx.Scope scope, NodeId id, @Nullable NodeId target) {
        Node seen = nodes.find(scope, id).orElseThrow(Access::absent);
        Set<UUID> wanted = new HashSet<>(Set.of(id.value()));
        if (target != null) {
            wanted.add(target.value());
        }
        NodeId parent = seen.parent();
        if (parent != null) {
            wanted.add(parent.value());
        }
        var placed = new Placed(nodes.lock(scope, wanted), id);
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

        NodeEntity parent() {
            return Guard.visible(locked.get(node.parentId));
        }
    }
}
