package io.oxicloud.files;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Lineage;
import io.oxicloud.db.Tx;
import jakarta.persistence.OptimisticLockException;
import java.util.UUID;
import org.hibernate.query.MutationQuery;
import org.jspecify.annotations.Nullable;

/**
 * Statements over a node and all that hangs below it: a range of lineages, so that each is one statement however large the
 * tree is.
 *
 * <p>Those that change what they find are repeated until nothing is left: a node that was made in the subtree before its
 * folder's row was reached is not in sight of the statement that reaches it. After that its folder is locked.
 *
 * <p>H2 takes a parameter for text where it parses a statement before it knows the value; {@code ||} has to be told what it joins.
 */
final class Subtrees {
    /** Folders in a row from the drive's root down to the deepest node of this subtree, which may have been moved away unseen. */
    int depth(Tx.Scope scope, Lineage top) {
        byte[] from = PackedLineage.pack(top);
        @Nullable
        Integer bytes = scope.session()
                .createNativeQuery(
                        "select max(octet_length(lineage)) as deepest from node where lineage >= :begin and lineage < :end",
                        Integer.class)
                .addScalar("deepest", Integer.class)
                .setParameter("begin", from)
                .setParameter("end", PackedLineage.endOfSubtree(from))
                .getSingleResult();
        if (bytes == null) {
            throw new OptimisticLockException("moved meanwhile: " + top.self());
        }
        return bytes / PackedLineage.STEP;
    }

    /** In bytes, what lies in the trash included. */
    long size(Tx.Scope scope, Lineage top) {
        byte[] from = PackedLineage.pack(top);
        @Nullable
        Long bytes = scope.session()
                .createNativeQuery(
                        "select cast(sum(size) as bigint) as total from node where lineage >= :begin and lineage < :end",
                        Long.class)
                .addScalar("total", Long.class)
                .setParameter("begin", from)
                .setParameter("end", PackedLineage.endOfSubtree(from))
                .getSingleResult();
        return bytes == null ? 0 : bytes;
    }

    /** Whether somebody holds a grant on the node or on what hangs below it, out of date or not. */
    boolean isShared(Tx.Scope scope, Lineage top) {
        byte[] from = PackedLineage.pack(top);
        return !scope.session()
                .createNativeQuery("""
                        select g.id as grant_id from role_grant g join node n on n.id = g.resource_id
                        where n.lineage >= :begin and n.lineage < :end
                        fetch first 1 row only""", UUID.class)
                .addScalar("grant_id", UUID.class)
                .setParameter("begin", from)
                .setParameter("end", PackedLineage.endOfSubtree(from))
                .getResultList()
                .isEmpty();
    }

    /** Puts all that hangs below {@code from} below {@code to}; the node itself has moved already. */
    void carry(Tx.Scope scope, Lineage from, Lineage to) {
        byte[] begin = PackedLineage.pack(from);
        repeat(change(scope, from, """
                        update node set lineage = cast(:prefix as bytea) || substring(lineage from :tail), version = version + 1
                        where lineage >= :begin and lineage < :end
                        """)
                .setParameter("prefix", PackedLineage.pack(to))
                .setParameter("tail", begin.length + 1));
    }

    /** Takes all that can be seen below {@code top} out of sight with it. */
    void hide(Tx.Scope scope, Lineage top) {
        repeat(change(scope, top, """
                        update node set trashed_under = :top, version = version + 1
                        where lineage >= :begin and lineage < :end and trashed_under is null
                        """).setParameter("top", top.self().value()));
    }

    /** Undoes {@link #hide}; what was deleted by itself before stays in the trash. */
    void show(Tx.Scope scope, Lineage top) {
        change(scope, top, """
                        update node set trashed_under = null, version = version + 1
                        where lineage >= :begin and lineage < :end and trashed_under = :top
                        """).setParameter("top", top.self().value()).executeUpdate();
    }

    /** Hangs what was deleted below {@code top} under the root of its drive, so that it does not leave the drive with it. */
    void leaveTrash(Tx.Scope scope, Lineage top) {
        UUID root = top.drive().value();
        change(scope, top, """
                        update node set
                            lineage = cast(:root as bytea) || substring(lineage from
                                (select octet_length(t.lineage) - :lastStep from node t where t.id = node.trashed_under)),
                            parent_id = case when trashed_under = id then :rootId else parent_id end,
                            version = version + 1
                        where lineage >= :begin and lineage < :end and trashed_under is not null
                        """)
                .setParameter("root", PackedLineage.pack(Lineage.ofRoot(new DriveId(root))))
                .setParameter("rootId", root)
                .setParameter("lastStep", PackedLineage.STEP - 1)
                .executeUpdate();
    }

    private static MutationQuery change(Tx.Scope scope, Lineage top, String statement) {
        byte[] begin = PackedLineage.pack(top);
        return scope.session()
                .createNativeMutationQuery(statement)
                .setParameter("begin", begin)
                .setParameter("end", PackedLineage.endOfSubtree(begin));
    }

    private static void repeat(MutationQuery query) {
        int changed;
        do {
            changed = query.executeUpdate();
        } while (changed > 0);
    }
}
