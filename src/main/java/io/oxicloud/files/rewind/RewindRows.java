package io.oxicloud.files.rewind;

import io.oxicloud.base.Lineage;
import io.oxicloud.db.Tx;
import io.oxicloud.files.PackedLineage;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** What a rewind reads of nodes and their history; it writes by the doors only. */
final class RewindRows {
    private static final String NOW =
            "select n.id, n.parentId, n.name, n.lineage, n.content, n.trashedUnder from NodeEntity n where ";

    /** Nodes to which something happened in a tree after that time, in the order of their ids. */
    List<UUID> changed(Tx.Scope scope, Lineage top, Instant at, int limit) {
        return scope.session()
                .createSelectionQuery("""
                        select distinct r.nodeId from RevisionEntity r join NodeEntity f on f.id = r.id.folder
                        where r.at > :at and f.lineage >= :begin and f.lineage < :end
                        order by r.nodeId""", UUID.class)
                .setParameter("at", at)
                .setParameter("begin", top)
                .setParameter("end", PackedLineage.endOfSubtree(top))
                .setMaxResults(limit)
                .getResultList();
    }

    Map<UUID, Now> now(Tx.Scope scope, Collection<UUID> nodes) {
        return scope
                .session()
                .createSelectionQuery(NOW + "n.id in :nodes", Now.class)
                .setParameter("nodes", nodes)
                .getResultList()
                .stream()
                .collect(Collectors.toMap(Now::id, now -> now));
    }

    Optional<Now> now(Tx.Scope scope, UUID node) {
        return Optional.ofNullable(now(scope, List.of(node)).get(node));
    }

    /** What bears a name in a folder and is to be seen. */
    List<Now> called(Tx.Scope scope, UUID folder, String name) {
        return scope.session()
                .createSelectionQuery(
                        NOW + "n.parentId = :folder and n.name = :name and n.trashedUnder is null", Now.class)
                .setParameter("folder", folder)
                .setParameter("name", name)
                .getResultList();
    }

    /** All that is known of these nodes. */
    Map<UUID, List<Past.Row>> history(Tx.Scope scope, Collection<UUID> nodes) {
        return scope
                .session()
                .createSelectionQuery("""
                        select r.nodeId, r.id.folder, r.id.number, cast(r.kind as String), r.name, r.content, r.at
                        from RevisionEntity r where r.nodeId in :nodes""", Past.Row.class)
                .setParameter("nodes", nodes)
                .getResultList()
                .stream()
                .collect(Collectors.groupingBy(Past.Row::node));
    }
}
