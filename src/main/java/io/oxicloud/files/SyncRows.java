package io.oxicloud.files;

import io.oxicloud.base.NodeId;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Queries over the history of a folder. */
final class SyncRows {
    private static final String POINT = """
            select n.lineage, n.kind, n.changes, n.below, n.prunedTo, last.nodeId, last.at, asked.nodeId, asked.at
            from NodeEntity n
            left join RevisionEntity last on last.id.folder = n.id and last.id.number = n.changes
            left join RevisionEntity asked on asked.id.folder = n.id and asked.id.number = :number
            """;

    /** Each name once, by its last change among these, and in one statement with its bearer: of one moment, and no look-ups. */
    private static final String CHANGES = "select r.id.number, r.name, r.ofFolder, f.prunedTo, " + Nodes.COLUMNS + """
             from RevisionEntity r
            join NodeEntity f on f.id = r.id.folder
            left join NodeEntity n on n.parentId = r.id.folder and n.liveName = r.name
            where r.id.folder = :folder and r.id.number > :after and r.id.number <= :upTo
            and not exists
                (select 1 from RevisionEntity later
                 where later.id.folder = r.id.folder and later.name = r.name
                 and later.id.number > r.id.number and later.id.number <= :upTo)
            order by r.id.number
            """;

    /** @param asked the number of a change */
    Optional<SyncPoint> point(Tx.Scope scope, NodeId folder, long asked) {
        return scope.session()
                .createSelectionQuery(POINT + "where n.id = :folder and n.trashedUnder is null", SyncPoint.class)
                .setParameter("folder", folder.value())
                .setParameter("number", asked)
                .uniqueResultOptional();
    }

    /** One statement, so ask for 1,000 at most. */
    List<SyncPoint> points(Tx.Scope scope, Collection<UUID> folders) {
        var wanted = ValueList.of("folder", folders);
        return wanted.in(scope.session()
                        .createSelectionQuery(
                                POINT + "where n.id in " + wanted + " and n.kind = FOLDER and n.trashedUnder is null",
                                SyncPoint.class)
                        .setParameter("number", -1L))
                .getResultList();
    }

    List<SyncRow> changes(Tx.Scope scope, NodeId folder, long after, long upTo, int limit) {
        return scope.session()
                .createSelectionQuery(CHANGES, SyncRow.class)
                .setParameter("folder", folder.value())
                .setParameter("after", after)
                .setParameter("upTo", upTo)
                .setMaxResults(limit)
                .getResultList();
    }
}
