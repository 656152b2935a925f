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
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hibernate.query.CommonQueryContract;
import org.hibernate.query.MutationQuery;
import org.hibernate.query.SelectionQuery;

/**
 * The rows of chunks and of the leases that pin them. Rows of one table are locked in the order of their digests, so that
 * transactions on the same chunks queue up instead of blocking each other.
 */
final class ChunkRows {
    /*
     * What each batch of an upload runs is written so that it need not be translated again. Hibernate keeps its translation
     * of a query only if no parameter is a list, and of no change at all.
     */

    private static final String RENEW = "update chunk_lease set renewed_at = current_timestamp where id = :id";

    private static final String PIN = """
            insert into chunk_pin(lease_id, digest)
            select cast(:lease as uuid), c.digest from chunk c where c.digest in (""";

    /** Parameters of the shortest list of digests. */
    private static final int FEWEST = 8;

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
                        .createNativeMutationQuery(RENEW)
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
        MutationQuery pins = session.createNativeMutationQuery(PIN + names(sizes.size()) + ")")
                .setParameter("lease", lease);
        bind(pins, sizes.keySet(), Hash::bytes);
        pins.executeUpdate();
        return rows;
    }

    /** Locks and reads those of the chunks that there are. */
    List<ChunkEntity> locked(Tx.Scope scope, Collection<Hash> digests) {
        String wanted = "from ChunkEntity c where c.digest in (" + names(digests.size()) + ") order by c.digest";
        SelectionQuery<ChunkEntity> query = scope.session()
                .createSelectionQuery(wanted, ChunkEntity.class)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE);
        bind(query, digests, digest -> digest);
        return query.getResultList();
    }

    /** Parameters for so many digests at least. Few lengths of lists make few texts of statements, to be known again. */
    private static String names(int digests) {
        return IntStream.range(0, parameters(digests)).mapToObj(i -> ":d" + i).collect(Collectors.joining(", "));
    }

    /** A power of two. */
    private static int parameters(int digests) {
        return Math.max(FEWEST, Integer.highestOneBit(2 * digests - 1));
    }

    /** The last digest fills up the list. */
    private static void bind(CommonQueryContract query, Collection<Hash> digests, Function<Hash, Object> form) {
        List<Hash> all = List.copyOf(digests);
        for (int i = 0; i < parameters(all.size()); i++) {
            query.setParameter("d" + i, form.apply(all.get(Math.min(i, all.size() - 1))));
        }
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
