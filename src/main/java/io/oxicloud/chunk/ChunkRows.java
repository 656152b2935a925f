package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
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
            insert into chunk_pin(lease_id, digest)
            select cast(? as uuid), c.digest from chunk c where c.digest in ?""";

    private static final String HOLD = """
            insert into chunk_holder(digest, content)
            select c.digest, cast(? as bytea) from chunk c where c.digest in ?""";

    private static final String LET_GO = "delete from chunk_holder where content = ? and digest in ?";

    void open(Tx.Scope scope, UUID lease) {
        scope.change("insert into chunk_lease(id, renewed_at) values (?, current_timestamp)", lease);
    }

    /** False if the lease is dead. */
    boolean renew(Tx.Scope scope, UUID lease) {
        return scope.change("update chunk_lease set renewed_at = current_timestamp where id = ?", lease) == 1;
    }

    /** Drops the lease and its pins; false if it is dead. */
    boolean drop(Tx.Scope scope, UUID lease) {
        return scope.change("delete from chunk_lease where id = ?", lease) == 1;
    }

    /**
     * Pins chunks and makes rows for those that have none; takes the mark off the others.
     *
     * @param sizes the chunks and their sizes in bytes, at most {@link ValueList#MOST}
     * @param lives a random number each time
     * @return a row for each chunk
     * @throws io.oxicloud.db.DuplicateException if somebody else made one of the rows meanwhile: try again
     */
    List<ChunkEntity> pin(Tx.Scope scope, UUID lease, SortedMap<Hash, Integer> sizes, IntSupplier lives) {
        if (sizes.size() > ValueList.MOST) {
            throw new IllegalArgumentException(sizes.size() + " chunks are too many to be pinned at once");
        }
        var session = scope.session();
        List<ChunkEntity> rows = new ArrayList<>(locked(scope, sizes.keySet()));
        if (rows.stream().anyMatch(row -> row.markedAt != null)) {
            scope.change("update chunk set marked_at = null where digest in ?", bytes(sizes.keySet()));
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
        scope.change(PIN, lease, bytes(sizes.keySet()));
        return rows;
    }

    /** Locks, reads and pins those of the chunks that there are; marks stay, for nobody has a use for them. */
    List<ChunkEntity> hold(Tx.Scope scope, UUID lease, Collection<Hash> digests) {
        List<ChunkEntity> rows = locked(scope, digests);
        if (!rows.isEmpty()) {
            scope.change(PIN, lease, bytes(rows.stream().map(row -> row.digest).toList()));
        }
        return rows;
    }

    /** Pins chunks whose rows are locked, and takes their marks off. */
    void pin(Tx.Scope scope, UUID lease, List<ChunkEntity> locked) {
        if (locked.isEmpty()) {
            return;
        }
        List<byte[]> digests = bytes(locked.stream().map(row -> row.digest).toList());
        if (locked.stream().anyMatch(row -> row.markedAt != null)) {
            scope.change("update chunk set marked_at = null where digest in ?", digests);
        }
        scope.change(PIN, lease, digests);
    }

    /** Reads those of the chunks that are on stable storage. */
    List<ChunkEntity> stored(Tx.Scope scope, Collection<Hash> digests) {
        List<ChunkEntity> found = new ArrayList<>();
        for (List<Hash> some : slices(digests)) {
            var wanted = ValueList.of("digest", some);
            found.addAll(wanted.in(scope.session()
                            .createSelectionQuery(
                                    "from ChunkEntity c where c.durable and c.digest in " + wanted, ChunkEntity.class))
                    .getResultList());
        }
        return found;
    }

    /** Locks and reads those of the chunks that there are. */
    List<ChunkEntity> locked(Tx.Scope scope, Collection<Hash> digests) {
        var wanted = ValueList.of("digest", digests);
        return wanted.in(scope.session()
                        .createSelectionQuery(
                                "from ChunkEntity c where c.digest in " + wanted + " order by c.digest",
                                ChunkEntity.class)
                        .setLockMode(LockModeType.PESSIMISTIC_WRITE))
                .getResultList();
    }

    /** One content more has these chunks, which are on stable storage; the caller's lease pins them or did. */
    void hold(Tx.Scope scope, Hash content, Collection<Hash> digests) {
        change(scope, digests, "refs = refs + 1, durable = true, marked_at = null");
        slices(digests).forEach(some -> scope.change(HOLD, content.bytes(), bytes(some)));
    }

    /** These chunks are on stable storage; the caller's lease pinned them. */
    void noteStored(Tx.Scope scope, Collection<Hash> digests) {
        change(scope, digests, "durable = true, marked_at = null");
    }

    /** One content fewer has these chunks. */
    void letGo(Tx.Scope scope, Hash content, Collection<Hash> digests) {
        change(scope, digests, "refs = refs - 1");
        slices(digests).forEach(some -> scope.change(LET_GO, content.bytes(), bytes(some)));
    }

    private void change(Tx.Scope scope, Collection<Hash> digests, String assignments) {
        for (List<Hash> slice : slices(digests)) {
            lock(scope, slice);
            int changed = scope.change("update chunk set " + assignments + " where digest in ?", bytes(slice));
            if (changed != slice.size()) {
                throw new IllegalStateException((slice.size() - changed) + " chunks have no row");
            }
        }
    }

    private static void lock(Tx.Scope scope, List<Hash> digests) {
        var wanted = ValueList.of("digest", digests);
        wanted.in(scope.session()
                        .createSelectionQuery(
                                "select c.life from ChunkEntity c where c.digest in " + wanted + " order by c.digest",
                                Integer.class)
                        .setLockMode(LockModeType.PESSIMISTIC_WRITE))
                .getResultList();
    }

    static List<byte[]> bytes(Collection<Hash> digests) {
        return digests.stream().map(Hash::bytes).toList();
    }

    static List<List<Hash>> slices(Collection<Hash> digests) {
        List<Hash> all = List.copyOf(digests);
        List<List<Hash>> slices = new ArrayList<>();
        for (int at = 0; at < all.size(); at += ValueList.MOST) {
            slices.add(all.subList(at, Math.min(at + ValueList.MOST, all.size())));
        }
        return slices;
    }
}
