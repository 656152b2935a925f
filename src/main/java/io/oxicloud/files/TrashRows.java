package io.oxicloud.files;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/** The statements over what lies in the trash. */
final class TrashRows {
    private static final String SHOWN = "select " + Nodes.COLUMNS + """
            , n.sortKey, t.trashedAt, t.trashedBy
            from TrashEntity t join NodeEntity n on n.id = t.nodeId left join NodeEntity p on p.id = n.parentId
            where t.driveId in :drives and t.doomed = false and p.trashedUnder is null""";

    /** What can be seen in the trash of these drives: not what was in something that was deleted later. One statement. */
    List<TrashedRow> page(
            Tx.Scope scope,
            Collection<UUID> drives,
            TrashOrder order,
            boolean reverse,
            @Nullable TrashPlace after,
            int limit) {
        boolean ascending = order.ascending(reverse);
        String beyond = after == null
                ? ""
                : " and (" + String.join(", ", order.columns()) + ") " + (ascending ? ">" : "<") + " ("
                        + order.parameters + ")";
        String sorted = order.columns().stream()
                .map(column -> ascending ? column : column + " desc")
                .collect(Collectors.joining(", "));
        SelectionQuery<TrashedRow> query = scope.session()
                .createSelectionQuery(SHOWN + beyond + " order by " + sorted, TrashedRow.class)
                .setParameter("drives", drives)
                .setMaxResults(limit);
        if (after != null) {
            after.bind(query);
        }
        return query.getResultList();
    }

    /** Where something in the trash hangs, doomed or not. */
    Optional<Lineage> find(Tx.Scope scope, NodeId id) {
        return scope.session()
                .createSelectionQuery(
                        "select n.lineage from NodeEntity n join TrashEntity t on t.nodeId = n.id where n.id = :id",
                        Lineage.class)
                .setParameter("id", id.value())
                .uniqueResultOptional();
    }

    /** The entries of these nodes, as far as they have one; nobody else changes them before this transaction ends. */
    List<TrashEntity> lock(Tx.Scope scope, Collection<UUID> nodes) {
        var wanted = ValueList.of("id", nodes);
        return wanted.in(scope.session()
                        .createSelectionQuery(
                                "from TrashEntity t where t.nodeId in " + wanted + " order by t.nodeId",
                                TrashEntity.class)
                        .setLockMode(LockModeType.PESSIMISTIC_WRITE))
                .getResultList();
    }

    void remove(Tx.Scope scope, Collection<UUID> nodes) {
        scope.change("delete from trash_entry where node_id in ?", nodes);
    }

    /** A node in the trash is deleted for good, and what was deleted in it before. */
    void doom(Tx.Scope scope, Lineage top) {
        scope.session()
                .createMutationQuery("""
                        update TrashEntity t set t.doomed = true where t.nodeId in (
                            select n.id from NodeEntity n
                            where n.lineage >= :begin and n.lineage < :end and n.trashedUnder = n.id)""")
                .setParameter("begin", top)
                .setParameter("end", PackedLineage.endOfSubtree(top))
                .executeUpdate();
    }

    /** All in the trash of a drive is deleted for good. */
    void doom(Tx.Scope scope, DriveId drive) {
        scope.session()
                .createMutationQuery(
                        "update TrashEntity t set t.doomed = true where t.driveId = :drive and t.doomed = false")
                .setParameter("drive", drive.value())
                .executeUpdate();
    }

    /** What was deleted before that time is deleted for good. */
    void doom(Tx.Scope scope, DriveId drive, Instant before) {
        scope.session()
                .createMutationQuery("""
                        update TrashEntity t set t.doomed = true
                        where t.driveId = :drive and t.doomed = false and t.trashedAt < :before""")
                .setParameter("drive", drive.value())
                .setParameter("before", before)
                .executeUpdate();
    }

    /** The drives where something is doomed, or was deleted before that time. */
    List<UUID> due(Tx.Scope scope, Instant before) {
        return scope.session()
                .createSelectionQuery(
                        "select distinct t.driveId from TrashEntity t where t.doomed = true or t.trashedAt < :before",
                        UUID.class)
                .setParameter("before", before)
                .getResultList();
    }

    /** Some of what is doomed in a drive. */
    List<UUID> lockDoomed(Tx.Scope scope, DriveId drive, int limit) {
        return scope
                .session()
                .createSelectionQuery(
                        "from TrashEntity t where t.driveId = :drive and t.doomed = true order by t.nodeId",
                        TrashEntity.class)
                .setParameter("drive", drive.value())
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(entry -> entry.nodeId)
                .toList();
    }

    /** What was deleted below a node belongs to the trash of the drive that the node lies in now. */
    void rehome(Tx.Scope scope, Lineage top) {
        scope.session()
                .createMutationQuery("""
                        update TrashEntity t set t.driveId = :drive where t.nodeId in (
                            select n.id from NodeEntity n
                            where n.lineage >= :begin and n.lineage < :end and n.trashedUnder = n.id)""")
                .setParameter("drive", top.drive().value())
                .setParameter("begin", top)
                .setParameter("end", PackedLineage.endOfSubtree(top))
                .executeUpdate();
    }
}
