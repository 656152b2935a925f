package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import jakarta.persistence.LockModeType;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Ledger of the chunks that accounts have sent and that no content of theirs has yet. A chunk stays as long as an account waits with
 * it, and nobody else may use it for having been sent. Every method joins the caller's transaction and says how many bytes came or
 * went, for whoever counts them. Locks chunks, then its own rows in the order of accounts and digests. Thread-safe.
 */
public final class PendingChunks {
    private static final String KEEP = """
            insert into pending_chunk(account_id, digest, size, until)
            select cast(? as uuid), c.digest, c.size, cast(? as timestamp with time zone) from chunk c where c.digest in ?""";

    private static final String PROLONG = "update pending_chunk set until = ? where account_id = ? and digest in ?";

    private static final String DROP = "delete from pending_chunk where account_id = ? and digest in ?";

    private final ChunkRows chunks = new ChunkRows();

    /**
     * Gives chunks to an account that has sent them, or lets it wait longer with those that it has. If the transaction is rolled
     * back, the lease is as it was.
     *
     * @return bytes of those that the account did not wait with before
     * @throws io.oxicloud.base.CloudException BUSY if the lease is dead
     */
    public long keep(Tx.Scope scope, UserId account, LooseChunks lease, Duration life) {
        lease.id().ifPresent(id -> {
            if (!chunks.drop(scope, id)) {
                throw ChunkLedger.dead();
            }
        });
        Instant until = scope.databaseTime().plus(life);
        long added = 0;
        Map<Hash, Integer> sizes = lease.manifest().sizes();
        for (List<Hash> some : ChunkRows.slices(new TreeSet<>(sizes.keySet()))) {
            chunks.noteStored(scope, some);
            Set<Hash> fresh = new TreeSet<>(some);
            // locked, or one could be given up before it is prolonged
            Set<Hash> known =
                    locked(scope, account, some).stream().map(row -> row.digest).collect(Collectors.toSet());
            if (!known.isEmpty()) {
                fresh.removeAll(known);
                scope.change(PROLONG, until, account.value(), ChunkRows.bytes(known));
            }
            if (!fresh.isEmpty()) {
                scope.change(KEEP, account.value(), until, ChunkRows.bytes(fresh));
            }
            added += fresh.stream().mapToLong(sizes::get).sum();
        }
        scope.afterCommit(lease::kept);
        return added;
    }

    /** Those of the chunks that the account waits with. */
    public Set<Hash> of(Tx.Scope scope, UserId account, Collection<Hash> digests) {
        Set<Hash> found = new HashSet<>();
        for (List<Hash> some : ChunkRows.slices(digests)) {
            var wanted = ValueList.of("digest", some);
            found.addAll(wanted.in(scope.session()
                            .createSelectionQuery(
                                    "select p.digest from PendingChunkEntity p where p.accountId = :account"
                                            + " and p.digest in " + wanted,
                                    Hash.class)
                            .setParameter("account", account.value()))
                    .getResultList());
        }
        return found;
    }

    /**
     * The account waits with these chunks no more, as far as it did.
     *
     * @return bytes of those that it waited with
     */
    public long drop(Tx.Scope scope, UserId account, SortedSet<Hash> digests) {
        long bytes = 0;
        for (List<Hash> some : ChunkRows.slices(digests)) {
            bytes += drop(scope, account, locked(scope, account, some));
        }
        return bytes;
    }

    private static List<PendingChunkEntity> locked(Tx.Scope scope, UserId account, Collection<Hash> some) {
        var wanted = ValueList.of("digest", some);
        return wanted.in(scope.session()
                        .createSelectionQuery(
                                "from PendingChunkEntity p where p.accountId = :account and p.digest in " + wanted
                                        + " order by p.digest",
                                PendingChunkEntity.class)
                        .setParameter("account", account.value())
                        .setLockMode(LockModeType.PESSIMISTIC_WRITE))
                .getResultList();
    }

    /**
     * No account waits any more with what its time is up for.
     *
     * @param most rows at once
     * @return bytes by account; empty if there was nothing
     */
    public SortedMap<UserId, Long> expire(Tx.Scope scope, int most) {
        Instant now = scope.databaseTime();
        return giveUp(scope, due(scope, now, most), now);
    }

    /** What looks as if its time was up. Locks nothing. */
    static SortedMap<UserId, SortedSet<Hash>> due(Tx.Scope scope, Instant now, int most) {
        List<PendingChunkEntity> due = scope.session()
                .createSelectionQuery("from PendingChunkEntity p where p.until < :now", PendingChunkEntity.class)
                .setParameter("now", now)
                .setMaxResults(most)
                .getResultList();
        SortedMap<UserId, SortedSet<Hash>> byAccount = new TreeMap<>(Comparator.comparing(UserId::value));
        due.forEach(row -> byAccount
                .computeIfAbsent(new UserId(row.accountId), id -> new TreeSet<>())
                .add(row.digest));
        scope.session().clear(); // the locks read them again
        return byAccount;
    }

    /** Asks again under the locks: meanwhile an account may have sent some of them once more. */
    static SortedMap<UserId, Long> giveUp(Tx.Scope scope, SortedMap<UserId, SortedSet<Hash>> due, Instant now) {
        SortedMap<UserId, Long> gone = new TreeMap<>(due.comparator());
        due.forEach((account, digests) -> {
            long bytes = 0;
            for (List<Hash> some : ChunkRows.slices(digests)) {
                bytes += drop(
                        scope,
                        account,
                        locked(scope, account, some).stream()
                                .filter(row -> row.until.isBefore(now))
                                .toList());
            }
            gone.put(account, bytes);
        });
        return gone;
    }

    private static long drop(Tx.Scope scope, UserId account, List<PendingChunkEntity> rows) {
        if (rows.isEmpty()) {
            return 0;
        }
        List<Hash> digests = rows.stream().map(row -> row.digest).toList();
        scope.change(DROP, account.value(), ChunkRows.bytes(digests));
        return rows.stream().mapToLong(row -> row.size).sum();
    }
}
