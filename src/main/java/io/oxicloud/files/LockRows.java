package io.oxicloud.files;

import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import jakarta.persistence.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.hibernate.query.NativeQuery;

/** The table of locks. Whatever is found is in force: a lock whose time is over is as good as gone. */
final class LockRows {
    /** Programs that swap a file for a new version of it take no longer. */
    static final Duration WAITING = Duration.ofMinutes(1);

    private static final String IN_FORCE = """
            select id, lineage, holder, kind, deep, owner_text, expires_at, waits_for, current_timestamp as now_at
            from file_lock where expires_at > current_timestamp and\s""";

    /** Taken on one of these nodes. */
    List<FileLock> on(Tx.Scope scope, Collection<UUID> nodes) {
        return locks(scope, IN_FORCE + "node_id in (:nodes)", nodes);
    }

    /** Taken on one of these nodes, or somewhere inside a folder. One statement, in two parts for the sake of H2. */
    List<FileLock> onAndInside(Tx.Scope scope, Collection<UUID> nodes, Lineage folder) {
        byte[] begin = PackedLineage.pack(folder);
        String sql = IN_FORCE + "node_id in (:nodes) union all " + IN_FORCE + "lineage > :begin and lineage < :end";
        return read(query(scope, sql, nodes)
                .setParameter("begin", begin)
                .setParameter("end", PackedLineage.endOfSubtree(begin)));
    }

    /**
     * Locks the rows of all folders that can be seen below {@code top}, so that nothing changes in there any more. Repeated
     * for the reason of {@link Nodes#carry}.
     */
    void lockFoldersIn(Tx.Scope scope, Lineage top) {
        byte[] begin = PackedLineage.pack(top);
        Set<UUID> locked = new HashSet<>();
        List<UUID> found;
        do {
            found = scope.session()
                    .createNativeQuery("""
                            select id from node
                            where lineage > :begin and lineage < :end and kind = 'FOLDER' and trashed_under is null
                            order by id for update
                            """, UUID.class)
                    .addScalar("id", UUID.class)
                    .addSynchronizedEntityClass(NodeEntity.class)
                    .setParameter("begin", begin)
                    .setParameter("end", PackedLineage.endOfSubtree(begin))
                    .getResultList();
        } while (locked.addAll(found));
    }

    void insert(Tx.Scope scope, LockEntity lock) {
        scope.session().persist(lock);
        scope.session().flush();
    }

    /** @return false if the lock was given back meanwhile */
    boolean prolong(Tx.Scope scope, UUID lock, Instant expiresAt) {
        return scope.session()
                        .createMutationQuery("update LockEntity l set l.expiresAt = :expires where l.id = :id")
                        .setParameter("expires", expiresAt)
                        .setParameter("id", lock)
                        .executeUpdate()
                == 1;
    }

    /** Their file goes away; they stay a while for what takes its name in this folder. */
    void keepWaiting(Tx.Scope scope, Collection<UUID> locks, Lineage folder, String name) {
        scope.session()
                .createMutationQuery("""
                        update LockEntity l set l.nodeId = :folder, l.lineage = :lineage, l.waitsFor = :name,
                            l.goesOnUntil = l.expiresAt,
                            l.expiresAt = case when l.expiresAt < :soon then l.expiresAt else :soon end
                        where l.id in :ids""")
                .setParameter("folder", folder.self().value())
                .setParameter("lineage", folder)
                .setParameter("name", name)
                .setParameter("soon", scope.databaseTime().plus(WAITING).truncatedTo(ChronoUnit.MICROS))
                .setParameter("ids", locks)
                .executeUpdate();
    }

    /** What they waited for has come. */
    void goOn(Tx.Scope scope, Collection<UUID> locks, Lineage node) {
        scope.session()
                .createMutationQuery("""
                        update LockEntity l set l.nodeId = :node, l.lineage = :lineage, l.waitsFor = null,
                            l.expiresAt = l.goesOnUntil, l.goesOnUntil = null
                        where l.id in :ids""")
                .setParameter("node", node.self().value())
                .setParameter("lineage", node)
                .setParameter("ids", locks)
                .executeUpdate();
    }

    void drop(Tx.Scope scope, Collection<UUID> locks) {
        if (locks.isEmpty()) {
            return;
        }
        scope.session()
                .createMutationQuery("delete from LockEntity l where l.id in :ids")
                .setParameter("ids", locks)
                .executeUpdate();
    }

    int dropEnded(Tx.Scope scope) {
        return scope.session()
                .createMutationQuery("delete from LockEntity l where l.expiresAt <= :now")
                .setParameter("now", scope.databaseTime())
                .executeUpdate();
    }

    private static List<FileLock> locks(Tx.Scope scope, String sql, Collection<UUID> nodes) {
        return read(query(scope, sql, nodes));
    }

    private static NativeQuery<Tuple> query(Tx.Scope scope, String sql, Collection<UUID> nodes) {
        return scope.session()
                .createNativeQuery(sql, Tuple.class)
                .addScalar("id", UUID.class)
                .addScalar("lineage", byte[].class)
                .addScalar("holder", UUID.class)
                .addScalar("kind", String.class)
                .addScalar("deep", Boolean.class)
                .addScalar("owner_text", String.class)
                .addScalar("expires_at", Instant.class)
                .addScalar("waits_for", String.class)
                .addScalar("now_at", Instant.class)
                .addSynchronizedEntityClass(LockEntity.class)
                .setParameterList("nodes", nodes);
    }

    private static List<FileLock> read(NativeQuery<Tuple> query) {
        return query.getResultList().stream().map(LockRows::lock).toList();
    }

    private static FileLock lock(Tuple row) {
        return new FileLock(
                row.get("id", UUID.class),
                PackedLineage.unpack(row.get("lineage", byte[].class)),
                new UserId(row.get("holder", UUID.class)),
                LockKind.valueOf(row.get("kind", String.class)),
                row.get("deep", Boolean.class),
                row.get("owner_text", String.class),
                Duration.between(row.get("now_at", Instant.class), row.get("expires_at", Instant.class)),
                row.get("waits_for", String.class));
    }

    /** The ids of a node and of the folders above it. */
    static List<UUID> way(Lineage node) {
        return node.path().stream().map(NodeId::value).toList();
    }
}
