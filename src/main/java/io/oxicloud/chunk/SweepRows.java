package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import io.oxicloud.db.Tx;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the sweeper does to rows, a bounded number at a time. All times are the database's. */
final class SweepRows {
    static final int AT_ONCE = 200;

    private static final String MARK_MANIFESTS = """
            update ManifestEntity m set m.markedAt = :now where m.digest in (
                select u.digest from ManifestEntity u
                where u.refs = 0 and u.markedAt is null order by u.digest limit :atOnce)""";

    private static final String MARK_CHUNKS = """
            update ChunkEntity c set c.markedAt = :now where c.digest in (
                select u.digest from ChunkEntity u
                where u.refs = 0 and u.markedAt is null
                and not exists (select 1 from PinEntity p where p.digest = u.digest)
                and not exists (select 1 from PendingChunkEntity w where w.digest = u.digest)
                order by u.digest limit :atOnce)""";

    private static final String UNUSED_CHUNKS = """
            select c.digest from ChunkEntity c where c.refs = 0 and c.markedAt < :before
            and not exists (select 1 from PinEntity p where p.digest = c.digest)
            and not exists (select 1 from PendingChunkEntity w where w.digest = c.digest)""";

    private static final String STILL_UNUSED = """
            select c.digest from ChunkEntity c
            where c.digest in :digests and c.refs = 0 and c.markedAt < :before order by c.digest""";

    private static final String LIST_REMOVALS = """
            insert into RemovalEntity(digest, life)
            select c.digest, c.life from ChunkEntity c where c.digest in :digests""";

    private final ChunkRows chunks = new ChunkRows();

    int dropLeases(Tx.Scope scope, Instant renewedBefore) {
        return scope.session()
                .createMutationQuery("delete from UploadLeaseEntity l where l.renewedAt < :before")
                .setParameter("before", renewedBefore)
                .executeUpdate();
    }

    int markManifests(Tx.Scope scope, Instant now) {
        return mark(scope, MARK_MANIFESTS, now);
    }

    int markChunks(Tx.Scope scope, Instant now) {
        return mark(scope, MARK_CHUNKS, now);
    }

    private static int mark(Tx.Scope scope, String query, Instant now) {
        return scope.session()
                .createMutationQuery(query)
                .setParameter("now", now)
                .setParameter("atOnce", AT_ONCE)
                .executeUpdate();
    }

    List<Hash> unusedManifests(Tx.Scope scope, Instant markedBefore) {
        return scope.session()
                .createSelectionQuery(
                        "select m.digest from ManifestEntity m where m.refs = 0 and m.markedAt < :before", Hash.class)
                .setParameter("before", markedBefore)
                .setMaxResults(AT_ONCE)
                .getResultList();
    }

    /** Looks again under the lock; false if the manifest is needed after all, or gone. */
    boolean removeManifest(Tx.Scope scope, Hash content, Instant markedBefore) {
        var unused = scope.session()
                .createSelectionQuery(
                        "from ManifestEntity m where m.digest = :digest and m.refs = 0 and m.markedAt < :before",
                        ManifestEntity.class)
                .setParameter("digest", content)
                .setParameter("before", markedBefore)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .uniqueResultOptional();
        unused.ifPresent(row -> {
            chunks.letGo(
                    scope,
                    content,
                    Manifest.unpack(content, row.crc32, row.chunks).distinctDigests());
            scope.session().remove(row);
        });
        return unused.isPresent();
    }

    List<Hash> unusedChunks(Tx.Scope scope, Instant markedBefore) {
        return scope.session()
                .createSelectionQuery(UNUSED_CHUNKS, Hash.class)
                .setParameter("before", markedBefore)
                .setMaxResults(AT_ONCE)
                .getResultList();
    }

    /**
     * Looks again and removes the rows of those that are still unused; their blobs come onto the list of removals.
     *
     * @return how many, and their bytes
     */
    Removed removeChunks(Tx.Scope scope, List<Hash> candidates, Instant markedBefore) {
        var session = scope.session();
        // first the locks, then the pins and who waits: whoever holds a chunk locks it, so that none can be missed
        List<Hash> unused = new ArrayList<>(session.createSelectionQuery(STILL_UNUSED, Hash.class)
                .setParameter("digests", candidates)
                .setParameter("before", markedBefore)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList());
        Set<Hash> pinned = new HashSet<>(
                session.createSelectionQuery("select p.digest from PinEntity p where p.digest in :digests", Hash.class)
                        .setParameter("digests", unused)
                        .getResultList());
        unused.removeAll(pinned);
        unused.removeAll(new HashSet<>(session.createSelectionQuery(
                        "select w.digest from PendingChunkEntity w where w.digest in :digests", Hash.class)
                .setParameter("digests", unused)
                .getResultList()));
        Long bytes = session.createSelectionQuery(
                        "select sum(c.size) from ChunkEntity c where c.digest in :digests", Long.class)
                .setParameter("digests", unused)
                .getSingleResult();
        session.createMutationQuery(LIST_REMOVALS)
                .setParameter("digests", unused)
                .executeUpdate();
        int count = session.createMutationQuery("delete from ChunkEntity c where c.digest in :digests")
                .setParameter("digests", unused)
                .executeUpdate();
        return new Removed(count, bytes == null ? 0 : bytes);
    }

    record Removed(int chunks, long bytes) {}

    List<BlobName> removals(Tx.Scope scope) {
        return scope.session()
                .createSelectionQuery("select r.digest, r.life from RemovalEntity r", BlobName.class)
                .setMaxResults(AT_ONCE)
                .getResultList();
    }

    /** @return how many there were */
    int removed(Tx.Scope scope, List<BlobName> blobs) {
        int count = 0;
        for (BlobName blob : blobs) {
            count += scope.session()
                    .createMutationQuery("delete from RemovalEntity r where r.digest = :digest and r.life = :life")
                    .setParameter("digest", blob.digest())
                    .setParameter("life", blob.life())
                    .executeUpdate();
        }
        return count;
    }
}
