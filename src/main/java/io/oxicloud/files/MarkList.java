package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Page;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;

/** One kind of list that each user has of their own. Thread-safe. */
final class MarkList {
    private final String name;
    private final Tx tx;
    private final Access access;
    private final MarkRows rows;
    private final Nodes nodes = new Nodes();

    /** @param name of the list, for the names of transactions */
    MarkList(String name, Tx tx, Access access, MarkRows rows) {
        this.name = name;
        this.tx = tx;
        this.access = access;
        this.rows = rows;
    }

    Page<MarkedNode> list(Actor actor, MarkQuery asked) {
        UserId user = actor.user().id();
        Rights rights = access.rights(actor);
        return tx.read(name + ".list", scope -> rows.page(scope, user, rights, asked));
    }

    /** @return whether the node was in it */
    boolean remove(Actor actor, NodeId node) {
        Rights rights = access.rights(actor);
        return tx.retryingWrite(name + ".remove", scope -> {
            rights.require(nodes.find(scope, node).orElseThrow(Access::absent).lineage(), Permission.READ);
            return rows.delete(scope, new MarkId(actor.user().id().value(), node.value()));
        });
    }
}
