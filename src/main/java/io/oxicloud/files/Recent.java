package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Page;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/**
 * Door to what users opened last: the newest fifty of each, seen by nobody else. All of it takes READ on the node, and what
 * somebody may not read any more, or lies in the trash, is not shown. Thread-safe.
 *
 * <p>Refusals are those of {@link FileTree}, and UNAUTHENTICATED for who is no user.
 */
public final class Recent {
    static final int KEPT = 50;
    /** Opened again within this time counts as opened once. */
    static final Duration APART = Duration.ofSeconds(60);

    private final Tx tx;
    private final Access access;
    private final Clock clock;
    private final Nodes nodes = new Nodes();
    private final MarkRows rows = new MarkRows(RecentEntity.class);
    private final MarkList list;

    public Recent(Tx tx, Access access, Clock clock) {
        this.tx = tx;
        this.access = access;
        this.clock = clock;
        this.list = new MarkList("recent", tx, access, rows);
    }

    public Page<MarkedNode> list(Actor actor, MarkQuery asked) {
        return list.list(actor, asked);
    }

    /** Notes that the actor opened the node. */
    public void opened(Actor actor, NodeId node) {
        Rights rights = access.rights(actor);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        tx.retryingWrite("recent.opened", scope -> {
            rights.require(nodes.find(scope, node).orElseThrow(Access::absent).lineage(), Permission.READ);
            UserId user = actor.user().id();
            var id = new MarkId(user.value(), node.value());
            Instant before = rows.find(scope, id);
            if (before == null) {
                insert(scope, user, id, now);
            } else if (!before.plus(APART).isAfter(now)) {
                rows.update(scope, id, now);
            }
            return id;
        });
    }

    private void insert(Tx.Scope scope, UserId user, MarkId id, Instant now) {
        UUID node = id.node();
        // locked, so that it is not deleted for good before its row is there
        Guard.visible(nodes.lock(scope, List.of(node)).get(node));
        if (rows.insert(scope, id, now)) {
            rows.trim(scope, user, KEPT);
        }
    }

    /** @return whether the node was in the list */
    public boolean remove(Actor actor, NodeId node) {
        return list.remove(actor, node);
    }

    /** @return how many were in the list */
    public int clear(Actor actor) {
        UserId user = actor.user().id();
        return tx.retryingWrite("recent.clear", scope -> rows.deleteAll(scope, user));
    }
}
