package io.oxicloud.files;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.db.Tx;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The statements over the contents that files have and had. A version is a row of a folder's history with a content; when it goes,
 * the row stays without it for as long as the folder's history is whole there.
 */
final class VersionRows {
    private static final String FORMER = """
            exists (select 1 from RevisionEntity s
                where s.nodeId = r.nodeId and s.content is not null
                and (s.id.folder <> r.id.folder or s.id.number <> r.id.number))""";

    private static final String DUE = """
            select distinct r.nodeId from RevisionEntity r join NodeEntity n on n.id = r.nodeId
            where n.trashedUnder is null and r.content is not null and r.at >= :from and r.at < :to
            and\s""" + FORMER;

    /** Of all contents, less those of now: one statement, so that both are of one moment. */
    private static final String FORMER_BYTES = """
            select coalesce(sum(r.size), 0)
                - (select coalesce(sum(f.size), 0) from NodeEntity f where f.lineage >= :begin and f.lineage < :end)
            from RevisionEntity r join NodeEntity n on n.id = r.nodeId
            where n.lineage >= :begin and n.lineage < :end and r.content is not null""";

    private static final String NAMED_BYTES = """
            select coalesce(sum(r.size), 0) from RevisionEntity r join NodeEntity n on n.id = r.nodeId
            where n.lineage >= :begin and n.lineage < :end and r.content is not null and r.label is not null""";

    private static final String OLDEST = """
            select r.nodeId, min(r.at) from RevisionEntity r join NodeEntity n on n.id = r.nodeId
            where n.lineage >= :begin and n.lineage < :end
            and r.content is not null and r.label is null
            and\s""" + FORMER + " group by r.nodeId order by min(r.at), r.nodeId";

    /** By node, the newest first. */
    Map<UUID, List<RevisionEntity>> of(Tx.Scope scope, Collection<UUID> nodes) {
        return scope
                .session()
                .createSelectionQuery("""
                        from RevisionEntity r where r.nodeId in :nodes and r.content is not null
                        order by r.at desc, r.id.number desc, r.id.folder""", RevisionEntity.class)
                .setParameter("nodes", nodes)
                .getResultList()
                .stream()
                .collect(Collectors.groupingBy(row -> row.nodeId));
    }

    /** Of one file, if it is one of it; nobody changes it before this transaction ends. */
    Optional<RevisionEntity> lock(Tx.Scope scope, NodeId file, RevisionId id) {
        return scope.session()
                .createSelectionQuery("""
                        from RevisionEntity r
                        where r.id.folder = :folder and r.id.number = :number and r.nodeId = :node
                        and r.content is not null""", RevisionEntity.class)
                .setParameter("folder", id.folder())
                .setParameter("number", id.number())
                .setParameter("node", file.value())
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .uniqueResultOptional();
    }

    /** The row that gave a file the content that it has now; null if there is none, which a check would find. */
    static @Nullable RevisionEntity current(@Nullable Hash content, List<RevisionEntity> versions) {
        return versions.stream()
                .filter(version -> version.content != null && version.content.equals(content))
                .findFirst()
                .orElse(null);
    }

    /** Files with several contents, of which one was written in that time, in the order of ids. */
    List<UUID> due(Tx.Scope scope, Instant from, Instant to, @Nullable UUID after, int limit) {
        var query = scope.session()
                .createSelectionQuery(
                        DUE + (after == null ? "" : " and r.nodeId > :after") + " order by r.nodeId", UUID.class)
                .setParameter("from", from)
                .setParameter("to", to)
                .setMaxResults(limit);
        if (after != null) {
            query.setParameter("after", after);
        }
        return query.getResultList();
    }

    /** The size of what the files of a drive were made of before, together; those in the trash included. */
    long formerBytes(Tx.Scope scope, DriveId drive) {
        return bytes(scope, drive, FORMER_BYTES);
    }

    /** The size of those of its versions that somebody named, together. */
    long namedBytes(Tx.Scope scope, DriveId drive) {
        return bytes(scope, drive, NAMED_BYTES);
    }

    private static long bytes(Tx.Scope scope, DriveId drive, String query) {
        Lineage root = Lineage.ofRoot(drive);
        return scope.session()
                .createSelectionQuery(query, Long.class)
                .setParameter("begin", root)
                .setParameter("end", PackedLineage.endOfSubtree(root))
                .getSingleResult();
    }

    /** Files of a drive with former contents that nobody named, those with the oldest first. */
    List<UUID> oldest(Tx.Scope scope, DriveId drive, int limit) {
        Lineage root = Lineage.ofRoot(drive);
        return scope
                .session()
                .createSelectionQuery(OLDEST, Oldest.class)
                .setParameter("begin", root)
                .setParameter("end", PackedLineage.endOfSubtree(root))
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(Oldest::node)
                .toList();
    }

    /**
     * Lets these versions go, and gives their references back.
     *
     * @param versions of files whose rows are locked, and the entries of those in the trash as well, none of them doomed: what is
     *     deleted for good is counted by others
     */
    void drop(Tx.Scope scope, List<RevisionEntity> versions, ChunkLedger contents) {
        Map<UUID, Long> pruned = pruned(
                scope, versions.stream().map(version -> version.id.folder()).collect(Collectors.toSet()));
        SortedMap<Hash, Long> released = new TreeMap<>();
        for (RevisionEntity version : versions) {
            Hash content = version.content;
            if (content == null) {
                continue;
            }
            released.merge(content, 1L, Long::sum);
            if (version.id.number() <= pruned.getOrDefault(version.id.folder(), Long.MAX_VALUE)) {
                scope.session().remove(version);
            } else {
                version.content = null;
                version.size = null;
            }
        }
        scope.session().flush();
        if (!released.isEmpty()) {
            contents.release(scope, released);
        }
    }

    /** Up to which number the history of these folders has gaps. */
    private static Map<UUID, Long> pruned(Tx.Scope scope, Collection<UUID> folders) {
        Map<UUID, Long> pruned = new HashMap<>();
        scope.session()
                .createSelectionQuery("select f.id, f.prunedTo from NodeEntity f where f.id in :ids", Pruned.class)
                .setParameter("ids", folders)
                .getResultList()
                .forEach(folder -> pruned.put(folder.id, folder.to));
        return pruned;
    }

    private record Oldest(UUID node, Instant at) {}

    private record Pruned(UUID id, long to) {}
}
