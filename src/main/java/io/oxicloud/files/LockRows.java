package io.oxicloud.files;

import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
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

    private static final String KEEP_WAITING = """
            update file_lock set node_id = ?, lineage = ?, waits_for = ?, goes_on_until = expires_at,
                expires_at = case when expires_at < ? then expires_at else ? end
            where id in ?""";

    private static final String GO_ON = """
            update file_lock set node_id = ?, lineage = ?, waits_for = null,
                expires_at = goes_on_until, goes_on_until = null
            where id in ?""";

    /** Taken on one of these nodes. */
    List<FileLock> on(Tx.Scope scope, Collection<UUID> nodes) {
        var ways = ValueList.of("node", nodes);
        return read(ways.in(query(scope, IN_FORCE + "node_id in " + ways)));
    }

    /** Taken on one of these nodes, or somewhere inside a folder. One statement, in two parts for the sake of H2. */
    List<FileLock> onAndInside(Tx.Scope scope, Collection<UUID> nodes, Lineage folder) {
        byte[] begin = PackedLineage.pack(folder);
        var ways = ValueList.of("node", nodes);
        String sql = IN_FORCE + "node_id in " + ways + " union all " + IN_FORCE + "lineage > :begin and lineage < :end";
        return read(ways.in(query(scope, sql))
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
        return scope.change("update file_lock set expires_at = ? where id = ?", expiresAt, lock) == 1;
    }

    /** Their file goes away; they stay a while for what takes its name in this folder. */
    void keepWaiting(Tx.Scope scope, Collection<UUID> locks, Lineage folder, String name) {
        Instant soon = scope.databaseTime().plus(WAITING).truncatedTo(ChronoUnit.MICROS);
        byte[] lineage = PackedLineage.pack(folder);
        scope.change(KEEP_WAITING, folder.self().value(), lineage, name, soon, soon, locks);
    }

    /** What they waited for has come. */
    void goOn(Tx.Scope scope, Collection<UUID> locks, Lineage node) {
        scope.change(GO_ON, node.self().value(), PackedLineage.pack(node), locks);
    }

    void drop(Tx.Scope scope, Collection<UUID> locks) {
        if (locks.isEmpty()) {
            return;
        }
        scope.change("delete from file_lock where id in ?", locks);
    }

    int dropEnded(Tx.Scope scope) {
        return scope.session()
                .createMutationQuery("delete from LockEntity l where l.expiresAt <= :now")
                .setParameter("now", scope.databaseTime())
                .executeUpdate();
    }

    private static NativeQuery<Tuple> query(Tx.Scope scope, String sql) {
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
                .addSynchronizedEntityClass(LockEntity.class);
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
