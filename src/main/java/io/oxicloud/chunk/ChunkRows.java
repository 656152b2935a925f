package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.db.Tx;
import jakarta.persistence.LockModeType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/**
 * The rows of chunks and of the leases that pin them. Rows of one table are locked in the order of their digests, so that
 * transactions on the same chunks queue up instead of blocking each other.
 */
final class ChunkRows {
    private static final String PIN = """
            insert into PinEntity(leaseId, digest)
            select cast(:lease as uuid), c.digest from ChunkEntity c where c.digest in :digests""";

    /** PostgreSQL takes 65,535 parameters; a statement's plan does not get better with more than these. */
    static final int SLICE = 1_000;

    void open(Tx.Scope scope, UUID lease) {
        scope.session()
                .createMutationQuery("insert into UploadLeaseEntity(id, renewedAt) values (:id, instant)")
                .setParameter("id", lease)
                .executeUpdate();
    }

    /** False if the lease is dead. */
    boolean renew(Tx.Scope scope, UUID lease) {
        return scope.session()
                        .createMutationQuery("update UploadLeaseEntity l set l.renewedAt = instant where l.id = :id")
                        .setParameter("id", lease)
                        .executeUpdate()
                == 1;
    }

    /** Drops the lease and its pins; false if it is dead. */
    boolean drop(Tx.Scope scope, UUID lease) {
        return scope.session()
                        .createMutationQuery("delete from UploadLeaseEntity l where l.id = :id")
                        .setParameter("id", lease)
                        .executeUpdate()
                == 1;
    }

    /**
     * Pins chunks and makes rows for those that have none; takes the mark off the others.
     *
     * @param sizes the chunks and their sizes in bytes, at most {@link #SLICE}
     * @param lives a random number each time
     * @return a row for each chunk
     * @throws io.oxicloud.db.DuplicateException if somebody else made one of the rows meanwhile: try again
     */
    List<ChunkEntity> pin(Tx.Scope scope, UUID lease, SortedMap<Hash, Integer> sizes, IntSupplier lives) {
        var session = scope.session();
        List<ChunkEntity> rows = new ArrayList<>(locked(scope, sizes.keySet()));
        if (rows.stream().anyMatch(row -> row.markedAt != null)) {
            session.createMutationQuery("update ChunkEntity c set c.markedAt = null where c.digest in :digests")
                    .setParameter("digests", sizes.keySet())
                    .executeUpdate();
        }
        var known = rows.stream().map(row -> row.digest).collect(Collectors.toSet());
        for (Map.Entry<Hash, Integer> chunk : sizes.entrySet()) {
            if (!known.contains(chunk.getKey())) {
                var row = new ChunkEntity(chunk.getKey(), lives.getAsInt(), chunk.getValue());
                session.persist(row);
                rows.add(row);
            }
        }
        session.flush();
        session.createMutationQuery(PIN)
                .setParameter("lease", lease)
                .setParameter("digests", sizes.keySet())
                .executeUpdate();
        return rows;
    }

    /** Locks and reads those of the chunks that there are. */
    List<ChunkEntity> locked(Tx.Scope scope, Collection<Hash> digests) {
        return scope.session()
                .createSelectionQuery(
                        "from ChunkEntity c where c.digest in :digests order by c.digest", ChunkEntity.class)
                .setParameter("digests", digests)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
    }

    /** One manifest more holds these chunks, which are on stable storage; the caller's lease pins them or did. */
    void hold(Tx.Scope scope, Collection<Hash> digests) {
        change(scope, digests, "c.refs = c.refs + 1, c.durable = true, c.markedAt = null");
    }

    /** One manifest fewer holds these chunks. */
    void letGo(Tx.Scope scope, Collection<Hash> digests) {
        change(scope, digests, "c.refs = c.refs - 1");
    }

    private void change(Tx.Scope scope, Collection<Hash> digests, String assignments) {
        for (List<Hash> slice : slices(digests)) {
            lock(scope, slice);
            int changed = scope.session()
                    .createMutationQuery("update ChunkEntity c set " + assignments + " where c.digest in :digests")
                    .setParameter("digests", slice)
                    .executeUpdate();
            if (changed != slice.size()) {
                throw new IllegalStateException((slice.size() - changed) + " chunks have no row");
            }
        }
    }

    private static void lock(Tx.Scope scope, List<Hash> digests) {
        scope.session()
                .createSelectionQuery(
                        "select c.life from ChunkEntity c where c.digest in :digests order by c.digest", Integer.class)
                .setParameter("digests", digests)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
    }

    static List<List<Hash>> slices(Collection<Hash> digests) {
        List<Hash> all = List.copyOf(digests);
        List<List<Hash>> slices = new ArrayList<>();
        for (int at = 0; at < all.size(); at += SLICE) {
            slices.add(all.subList(at, Math.min(at + SLICE, all.size())));
        }
        return slices;
    }
}
