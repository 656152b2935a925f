package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import jakarta.persistence.OptimisticLockException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Door to dead properties (RFC 4918 section 4.2): what clients keep about files and folders and the server only keeps for
 * them, word by word. Which names they may not use is for the edge to say. A move leaves them, a copy has them too, and no
 * etag changes with them. A root folder has none: it is its drive. Thread-safe.
 *
 * <p>Refusals are those of {@link FileTree}.
 */
public final class DeadProperties {
    private static final int MAX_IDS = 2_000;

    private final Tx tx;
    private final Guard guard;
    private final Access access;
    private final Clock clock;
    private final Nodes nodes = new Nodes();
    private final LockRule locks = new LockRule();
    private final Surroundings surroundings = new Surroundings();
    private final History history = new History();
    private final DeadPropertyRows properties = new DeadPropertyRows();

    public DeadProperties(Tx tx, Access access, DriveLedger drives, Clock clock) {
        this.tx = tx;
        this.guard = new Guard(tx, drives);
        this.access = access;
        this.clock = clock;
    }

    /**
     * All properties of each of these nodes, by name; nodes without any are left out. One statement for each 2,000 nodes; a
     * node has at most 64 KiB.
     *
     * @param asked from {@link FileTree}, for this actor; READ is asked again
     */
    public Map<NodeId, List<DeadProperty>> all(Actor actor, List<Node> asked) {
        return read(actor, asked, properties::on);
    }

    /** Those among {@link #all} that bear one of these names. */
    public Map<NodeId, List<DeadProperty>> named(Actor actor, List<Node> asked, Set<PropertyName> names) {
        Set<String> local = names.stream().map(PropertyName::name).collect(Collectors.toSet());
        return read(
                actor,
                asked,
                (scope, slice) -> properties.named(scope, slice, local).stream()
                        .filter(row -> names.contains(row.name()))
                        .toList());
    }

    /**
     * Does all steps in their order or, if one cannot be done, none; takes UPDATE.
     *
     * @param precondition about the node, and the locks on it
     * @throws CloudException TOO_LARGE for more than 200 properties or 64 KiB on one node; LOCKED; STALE_ETAG
     */
    public void patch(Actor actor, NodeId node, List<PropertyChange> steps, Precondition precondition) {
        patch(actor, node, steps, NodeTimes.UNCHANGED, precondition);
    }

    /**
     * As above, and gives the node other times, all or nothing. Other times are a change in the history of its folder, whose
     * etag moves with it, and that of a file has its time in it.
     *
     * @return the node as it is now
     * @throws CloudException also FORBIDDEN for a root folder
     */
    public Node patch(
            Actor actor, NodeId node, List<PropertyChange> steps, NodeTimes times, Precondition precondition) {
        Change change = Change.by(actor, access, clock);
        return guard.write("files.patchProperties", scope -> {
            Map<UUID, NodeEntity> rows = lock(scope, node, precondition);
            NodeEntity changed = Guard.visible(rows.get(node.value()));
            guard.allow(scope, change, changed.lineage, Permission.UPDATE);
            surroundings.require(scope, change, precondition, changed.lineage, null);
            locks.require(scope, change, precondition, changed.lineage);
            Conditions.require(precondition, changed.node());
            Guard.requireNoRoot(changed.lineage);
            var patch = new PropertyPatch(changed.id, properties.on(scope, List.of(changed.id)));
            patch.apply(steps);
            patch.store(scope);
            if (times.set(changed)) {
                NodeEntity folder = Guard.visible(rows.get(changed.parentId));
                history.append(scope, folder, RevisionKind.TOUCHED, changed, change.stamp());
            }
            return changed.node();
        });
    }

    /** The node's row, and that of its folder: {@link LockRule} and {@link History} have it so. */
    private Map<UUID, NodeEntity> lock(Tx.Scope scope, NodeId node, Precondition asked) {
        Lineage seen = nodes.find(scope, node).orElseThrow(Access::absent).lineage();
        Set<UUID> wanted = new HashSet<>(Set.of(node.value()));
        seen.ancestors().stream()
                .skip(Math.max(0, seen.ancestors().size() - 1))
                .forEach(parent -> wanted.add(parent.value()));
        Map<UUID, NodeEntity> locked = nodes.lock(scope, surroundings.with(asked, wanted));
        if (!Guard.visible(locked.get(node.value())).lineage.equals(seen)) {
            throw new OptimisticLockException("moved meanwhile: " + node);
        }
        return locked;
    }

    private Map<NodeId, List<DeadProperty>> read(
            Actor actor, List<Node> asked, BiFunction<Tx.Scope, List<UUID>, List<DeadPropertyEntity>> found) {
        Rights rights = access.rights(actor);
        asked.forEach(node -> rights.require(node.lineage(), Permission.READ));
        List<UUID> ids = asked.stream().map(node -> node.id().value()).toList();
        return tx.read("files.properties", scope -> {
            Map<NodeId, List<DeadProperty>> byNode = new HashMap<>();
            for (List<UUID> slice : Slices.of(ids, MAX_IDS)) {
                for (DeadPropertyEntity row : found.apply(scope, slice)) {
                    byNode.computeIfAbsent(new NodeId(row.id.node()), unused -> new ArrayList<>())
                            .add(row.property());
                }
            }
            return byNode;
        });
    }
}
