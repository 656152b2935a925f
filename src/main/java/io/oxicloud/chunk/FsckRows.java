package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import io.oxicloud.db.Tx;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the check reads, page by page in the order of digests. */
final class FsckRows {
    static final int PAGE = 1_000;

    private static final String CHUNKS = "select c.digest, c.life, c.size, c.refs, c.durable from ChunkEntity c ";
    private static final String MANIFESTS = "select m.digest, m.size, m.refs from ManifestEntity m ";

    private static final String MADE_FROM = """
            select m.digest, m.madeAt from ManifestEntity m
            where m.madeAt >= :from order by m.madeAt, m.digest""";

    private static final String MADE_AFTER = """
            select m.digest, m.madeAt from ManifestEntity m
            where (m.madeAt, m.digest) > (:from, :after) order by m.madeAt, m.digest""";

    /** Fewer than a page, for manifests may be long. */
    private static final int MADE_AT_ONCE = 100;

    List<ChunkRow> chunks(Tx.Scope scope, @Nullable Hash after) {
        return page(scope, CHUNKS, "c.digest", ChunkRow.class, after);
    }

    List<ManifestRow> manifests(Tx.Scope scope, @Nullable Hash after) {
        return page(scope, MANIFESTS, "m.digest", ManifestRow.class, after);
    }

    private static <R> List<R> page(Tx.Scope scope, String select, String key, Class<R> row, @Nullable Hash after) {
        String where = after == null ? "" : "where " + key + " > :after ";
        var query = scope.session().createSelectionQuery(select + where + "order by " + key, row);
        if (after != null) {
            query.setParameter("after", after);
        }
        return query.setMaxResults(PAGE).getResultList();
    }

    /** With their chunks; at most a page, and those that are gone are left out. */
    List<ManifestEntity> bodies(Tx.Scope scope, Collection<Hash> contents) {
        return scope.session()
                .createSelectionQuery("from ManifestEntity m where m.digest in :digests", ManifestEntity.class)
                .setParameter("digests", contents)
                .getResultList();
    }

    /** Which of these have a manifest with references; at most a page. */
    Set<Hash> kept(Tx.Scope scope, Collection<Hash> contents) {
        return new HashSet<>(scope.session()
                .createSelectionQuery(
                        "select m.digest from ManifestEntity m where m.digest in :digests and m.refs > 0", Hash.class)
                .setParameter("digests", contents)
                .getResultList());
    }

    /** The references of a manifest, which stay as they are until the transaction ends; nothing if it is gone. */
    Optional<Long> lockManifest(Tx.Scope scope, Hash content) {
        return scope.session()
                .createSelectionQuery("select m.refs from ManifestEntity m where m.digest = :digest", Long.class)
                .setParameter("digest", content)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .uniqueResultOptional();
    }

    /** Which of these there are; at most a page. */
    List<Hash> known(Tx.Scope scope, Collection<Hash> contents) {
        return scope.session()
                .createSelectionQuery("select m.digest from ManifestEntity m where m.digest in :digests", Hash.class)
                .setParameter("digests", contents)
                .getResultList();
    }

    /** Manifests made at that time, by the clock of the database, or later. */
    void madeSince(Tx.Scope scope, Instant since, Consumer<Manifest> visitor) {
        List<Made> page;
        Instant from = since;
        @Nullable Hash after = null;
        do {
            page = scope.session()
                    .createSelectionQuery(after == null ? MADE_FROM : MADE_AFTER, Made.class)
                    .setParameter("from", from)
                    .setProperties(after == null ? Map.of() : Map.of("after", after))
                    .setMaxResults(MADE_AT_ONCE)
                    .getResultList();
            for (ManifestEntity row :
                    bodies(scope, page.stream().map(Made::digest).toList())) {
                visitor.accept(Manifest.unpack(row.digest, row.crc32, row.chunks));
                scope.session().detach(row);
            }
            if (!page.isEmpty()) {
                from = page.get(page.size() - 1).at();
                after = page.get(page.size() - 1).digest();
            }
        } while (page.size() == MADE_AT_ONCE);
    }

    /** Rows in the order of their digests, which stay as they are until the transaction ends; at most a page. */
    List<ChunkRow> lockChunks(Tx.Scope scope, Collection<Hash> digests) {
        return scope.session()
                .createSelectionQuery(CHUNKS + "where c.digest in :digests order by c.digest", ChunkRow.class)
                .setParameter("digests", digests)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
    }

    Map<Hash, ChunkRow> chunksOf(Tx.Scope scope, Collection<Hash> digests) {
        Map<Hash, ChunkRow> rows = new HashMap<>();
        scope.session()
                .createSelectionQuery(CHUNKS + "where c.digest in :digests", ChunkRow.class)
                .setParameter("digests", digests)
                .getResultList()
                .forEach(row -> rows.put(row.digest(), row));
        return rows;
    }

    /** The names of blobs that are to be removed, in some order. */
    List<BlobName> removals(Tx.Scope scope, @Nullable BlobName after) {
        String where = after == null ? "" : "where (r.digest, r.life) > (:digest, :life) ";
        var query = scope.session()
                .createSelectionQuery(
                        "select r.digest, r.life from RemovalEntity r " + where + "order by r.digest, r.life",
                        BlobName.class);
        if (after != null) {
            query.setParameter("digest", after.digest()).setParameter("life", after.life());
        }
        return query.setMaxResults(PAGE).getResultList();
    }

    record Made(Hash digest, Instant at) {}

    /** @param size in bytes */
    record ManifestRow(Hash digest, long size, long refs) {}

    /** @param size in bytes */
    record ChunkRow(Hash digest, int life, int size, long refs, boolean durable) {
        BlobName name() {
            return new BlobName(digest, life);
        }
    }
}
