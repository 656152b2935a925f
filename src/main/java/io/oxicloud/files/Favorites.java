package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Page;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Door to what users marked for themselves; nobody sees another's. All of it takes READ on the node, and what somebody may
 * not read any more, or lies in the trash, is not shown until he may again. Thread-safe.
 *
 * <p>Refusals are those of {@link FileTree}, and UNAUTHENTICATED for who is no user.
 */
public final class Favorites {
    /** Nodes in one call. */
    public static final int MAX_AT_ONCE = 1_000;

    private final Tx tx;
    private final Access access;
    private final Clock clock;
    private final Nodes nodes = new Nodes();
    private final MarkRows rows = new MarkRows(FavoriteEntity.class);
    private final MarkList list;

    public Favorites(Tx tx, Access access, Clock clock) {
        this.tx = tx;
        this.access = access;
        this.clock = clock;
        this.list = new MarkList("favorites", tx, access, rows);
    }

    public Page<MarkedNode> list(Actor actor, MarkQuery asked) {
        return list.list(actor, asked);
    }

    /**
     * Marks a node; nothing happens if it is marked.
     *
     * @return whether it was not
     */
    public boolean add(Actor actor, NodeId node) {
        return !add(actor, List.of(node)).isEmpty();
    }

    /**
     * Marks all of these nodes or, if one cannot be read, none.
     *
     * @return those that were not marked before
     * @throws CloudException INVALID_INPUT for more than 1,000
     */
    public Set<NodeId> add(Actor actor, List<NodeId> asked) {
        if (asked.size() > MAX_AT_ONCE) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "at most " + MAX_AT_ONCE + " at once");
        }
        Rights rights = access.rights(actor);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Set<UUID> ids = asked.stream().map(NodeId::value).collect(Collectors.toCollection(LinkedHashSet::new));
        return tx.retryingWrite("favorites.add", scope -> {
            // locked, so that none of them is deleted for good before its mark is there
            Map<UUID, NodeEntity> found = nodes.lock(scope, ids);
            ids.forEach(id -> rights.require(Guard.visible(found.get(id)).lineage, Permission.READ));
            UserId user = actor.user().id();
            Set<UUID> fresh = new LinkedHashSet<>(ids);
            fresh.removeAll(new HashSet<>(rows.among(scope, user, ids)));
            return fresh.stream()
                    .filter(id -> rows.insert(scope, new MarkId(user.value(), id), now))
                    .map(NodeId::new)
                    .collect(Collectors.toSet());
        });
    }

    /** @return whether the node was marked */
    public boolean remove(Actor actor, NodeId node) {
        return list.remove(actor, node);
    }

    /**
     * Which of these nodes the actor has marked. One statement for each 1,000.
     *
     * @param asked from {@link FileTree}, for this actor
     */
    public Set<NodeId> among(Actor actor, List<Node> asked) {
        UserId user = actor.user().id();
        List<UUID> ids = asked.stream().map(node -> node.id().value()).toList();
        return tx.read(
                "favorites.among",
                scope -> Slices.of(ids, MAX_AT_ONCE).stream()
                        .flatMap(slice -> rows.among(scope, user, slice).stream())
                        .map(NodeId::new)
                        .collect(Collectors.toSet()));
    }
}
