package io.oxicloud.files;

import io.oxicloud.access.Permission;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Page;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/** A table of nodes that users have in lists of their own. */
final class MarkRows {
    private final String entity;

    /** @param entity has the fields id, a {@link MarkId}, and at */
    MarkRows(Class<?> entity) {
        this.entity = entity.getSimpleName();
    }

    /** A page of what the user may read and is not in the trash. One statement if that is all of it. */
    Page<MarkedNode> page(Tx.Scope scope, UserId user, Rights rights, MarkQuery asked) {
        List<MarkedRow> shown = new ArrayList<>();
        MarkPlace after = MarkPlace.parse(asked.order(), asked.reverse(), asked.cursor());
        int wanted = asked.limit() + 1;
        int size = wanted;
        while (true) {
            List<MarkedRow> found = rows(scope, user, asked, after, size);
            found.stream()
                    .filter(row -> rights.test(row.node.lineage(), Permission.READ))
                    .forEach(shown::add);
            if (shown.size() >= wanted || found.size() < size) {
                break;
            }
            after = MarkPlace.of(asked.order(), found.get(size - 1));
            size = MarkQuery.MAX_PAGE;
        }
        Page<MarkedRow> page =
                Page.of(shown, asked.limit(), row -> MarkPlace.cursor(asked.order(), asked.reverse(), row));
        return new Page<>(page.items().stream().map(MarkedRow::marked).toList(), page.next());
    }

    private List<MarkedRow> rows(Tx.Scope scope, UserId user, MarkQuery asked, @Nullable MarkPlace after, int limit) {
        MarkOrder order = asked.order();
        boolean ascending = order.ascending != asked.reverse();
        String first = order == MarkOrder.NAME ? "" : order.expression + ", ";
        String beyond = after == null
                ? ""
                : " and (" + first + "n.sortKey, n.id) " + (ascending ? ">" : "<") + " ("
                        + (first.isEmpty() ? "" : ":key, ") + ":sortKey, :id)";
        String direction = ascending ? "" : " desc";
        SelectionQuery<MarkedRow> query = scope.session()
                .createSelectionQuery(
                        "select " + Nodes.COLUMNS + ", n.sortKey, m.at from " + entity
                                + " m join NodeEntity n on n.id = m.id.node"
                                + " where m.id.user = :user and n.trashedUnder is null and n.kind in :kinds" + beyond
                                + " order by " + (first.isEmpty() ? "" : order.expression + direction + ", ")
                                + "n.sortKey" + direction + ", n.id" + direction,
                        MarkedRow.class)
                .setParameter("user", user.value())
                .setParameter("kinds", asked.kinds())
                .setMaxResults(limit);
        if (order == MarkOrder.OWNER) {
            query.setParameter("nobody", MarkOrder.NOBODY);
        }
        if (after != null) {
            query.setParameter("sortKey", after.sortKey).setParameter("id", after.id);
            if (!first.isEmpty()) {
                query.setParameter("key", after.key);
            }
        }
        return query.getResultList();
    }

    /** Which of these the user has. */
    List<UUID> among(Tx.Scope scope, UserId user, Collection<UUID> nodes) {
        return scope.session()
                .createSelectionQuery(
                        "select m.id.node from " + entity + " m where m.id.user = :user and m.id.node in :nodes",
                        UUID.class)
                .setParameter("user", user.value())
                .setParameter("nodes", nodes)
                .getResultList();
    }

    @Nullable
    Instant find(Tx.Scope scope, MarkId id) {
        return scope.session()
                .createSelectionQuery("select m.at from " + entity + " m where m.id = :id", Instant.class)
                .setParameter("id", id)
                .getSingleResultOrNull();
    }

    /** @return whether it was not there */
    boolean insert(Tx.Scope scope, MarkId id, Instant at) {
        return scope.session()
                        .createMutationQuery(
                                "insert into " + entity + " (id, at) values (:id, :at) on conflict do nothing")
                        .setParameter("id", id)
                        .setParameter("at", at)
                        .executeUpdate()
                == 1;
    }

    void update(Tx.Scope scope, MarkId id, Instant at) {
        scope.session()
                .createMutationQuery("update " + entity + " m set m.at = :at where m.id = :id")
                .setParameter("at", at)
                .setParameter("id", id)
                .executeUpdate();
    }

    /** @return whether it was there */
    boolean delete(Tx.Scope scope, MarkId id) {
        return scope.session()
                        .createMutationQuery("delete from " + entity + " m where m.id = :id")
                        .setParameter("id", id)
                        .executeUpdate()
                == 1;
    }

    int deleteAll(Tx.Scope scope, UserId user) {
        return scope.session()
                .createMutationQuery("delete from " + entity + " m where m.id.user = :user")
                .setParameter("user", user.value())
                .executeUpdate();
    }

    /** Keeps the newest so many of the user's. */
    void trim(Tx.Scope scope, UserId user, int kept) {
        List<UUID> newest = scope.session()
                .createSelectionQuery(
                        "select m.id.node from " + entity + " m where m.id.user = :user order by m.at desc, m.id.node",
                        UUID.class)
                .setParameter("user", user.value())
                .getResultList();
        if (newest.size() > kept) {
            scope.session()
                    .createMutationQuery("delete from " + entity + " m where m.id.user = :user and m.id.node in :nodes")
                    .setParameter("user", user.value())
                    .setParameter("nodes", newest.subList(kept, newest.size()))
                    .executeUpdate();
        }
    }
}
