package io.oxicloud.db;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What happened in a collection, for clients that ask only for what is new (RFC 6578).
 *
 * <p>Numbers of one collection have no holes and are in the order of the commits: whoever appends holds the collection's
 * counter row until the commit, so a reader that has seen number n has seen all below. A transaction that changes several
 * collections appends to them in the order of their ids. Thread-safe.
 */
public final class ChangeLog {
    private final Ids ids;
    private final Clock clock;

    public ChangeLog(Ids ids, Clock clock) {
        this.ids = ids;
        this.clock = clock;
    }

    /** Adds a change; from here to the commit nobody else appends to this collection. Costs three statements, the first time four. */
    public ChangeToken append(Tx.Scope scope, UUID collection, String member, ChangeKind kind) {
        long stamp = ids.next().getLeastSignificantBits();
        if (!raise(scope, collection, stamp) && !begin(scope, collection, stamp)) {
            raise(scope, collection, stamp); // somebody else began it meanwhile
        }
        long number = scope.session()
                .createSelectionQuery(
                        "select c.lastNumber from ChangeCounterEntity c where c.collection = :collection", Long.class)
                .setParameter("collection", collection)
                .getSingleResult();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        scope.session().persist(new ChangeEntryEntity(new ChangeEntryId(collection, number), stamp, member, kind, now));
        return new ChangeToken(number, stamp);
    }

    private static boolean raise(Tx.Scope scope, UUID collection, long stamp) {
        return scope.session()
                        .createMutationQuery("""
                                update ChangeCounterEntity c set c.lastNumber = c.lastNumber + 1, c.lastStamp = :stamp
                                where c.collection = :collection
                                """)
                        .setParameter("collection", collection)
                        .setParameter("stamp", stamp)
                        .executeUpdate()
                == 1;
    }

    /** Not as one upsert: on H2 that fails where two begin the same collection. */
    private static boolean begin(Tx.Scope scope, UUID collection, long stamp) {
        return scope.session()
                        .createMutationQuery("""
                                insert into ChangeCounterEntity (collection, lastNumber, lastStamp, prunedTo)
                                values (:collection, 1, :stamp, 0)
                                on conflict do nothing
                                """)
                        .setParameter("collection", collection)
                        .setParameter("stamp", stamp)
                        .executeUpdate()
                == 1;
    }

    /** Where the collection stands: what a client keeps that has just read all members. */
    public ChangeToken head(Tx.Scope scope, UUID collection) {
        Counter counter = counter(scope, collection);
        return counter == null ? ChangeToken.START : counter.head();
    }

    /**
     * At most {@code limit} changes after the token.
     *
     * @throws CloudException SYNC_TOKEN_EXPIRED if it cannot be said what happened since: too long ago, or in a history that a
     *     restored backup has replaced. The client reads all members then.
     */
    public ChangePage since(Tx.Scope scope, UUID collection, ChangeToken after, int limit) {
        Counter counter = counter(scope, collection);
        if (counter == null && after.equals(ChangeToken.START)) {
            return new ChangePage(List.of(), ChangeToken.START, false);
        }
        if (counter == null || !isKnown(scope, collection, counter, after)) {
            throw new CloudException(
                    ErrorCode.SYNC_TOKEN_EXPIRED, "the sync token is too old or not of this collection");
        }
        List<Row> rows = rows(scope, collection, after.number(), counter.number, limit + 1);
        boolean more = rows.size() > limit;
        List<Row> page = more ? rows.subList(0, limit) : rows;
        ChangeToken next = more ? page.get(limit - 1).token() : counter.head();
        return new ChangePage(page.stream().map(Row::change).toList(), next, more);
    }

    /** The collection is gone. */
    public void forget(Tx.Scope scope, UUID collection) {
        for (String entity :
                List.of("ChangeEntryEntity e where e.id.collection", "ChangeCounterEntity c where c.collection")) {
            scope.session()
                    .createMutationQuery("delete from " + entity + " = :collection")
                    .setParameter("collection", collection)
                    .executeUpdate();
        }
    }

    /** Drops what happened before that time; tokens from then expire. The newest change stays: its token is the head. */
    void prune(Tx.Scope scope, Instant before) {
        scope.session().createMutationQuery("""
                        update ChangeCounterEntity c set c.prunedTo =
                            (select max(e.id.number) from ChangeEntryEntity e
                             where e.id.collection = c.collection
                             and e.id.number < c.lastNumber and e.changedAt < :before)
                        where exists
                            (select 1 from ChangeEntryEntity e
                             where e.id.collection = c.collection
                             and e.id.number < c.lastNumber and e.changedAt < :before)
                        """).setParameter("before", before).executeUpdate();
        scope.session().createMutationQuery("""
                        delete from ChangeEntryEntity e
                        where e.changedAt < :before and e.id.number <=
                            (select c.prunedTo from ChangeCounterEntity c where c.collection = e.id.collection)
                        """).setParameter("before", before).executeUpdate();
    }

    private static @Nullable Counter counter(Tx.Scope scope, UUID collection) {
        return scope.session()
                .createSelectionQuery("""
                        select c.lastNumber, c.lastStamp, c.prunedTo
                        from ChangeCounterEntity c
                        where c.collection = :collection
                        """, Counter.class)
                .setParameter("collection", collection)
                .getSingleResultOrNull();
    }

    private static boolean isKnown(Tx.Scope scope, UUID collection, Counter counter, ChangeToken token) {
        if (token.number() == counter.number) {
            return token.stamp() == counter.stamp;
        }
        if (token.equals(ChangeToken.START)) {
            return counter.prunedTo == 0;
        }
        return token.number() > counter.prunedTo && exists(scope, collection, token);
    }

    private static boolean exists(Tx.Scope scope, UUID collection, ChangeToken token) {
        return scope.session()
                        .createSelectionQuery("""
                                select e.member from ChangeEntryEntity e
                                where e.id.collection = :collection and e.id.number = :number and e.stamp = :stamp
                                """, String.class)
                        .setParameter("collection", collection)
                        .setParameter("number", token.number())
                        .setParameter("stamp", token.stamp())
                        .getSingleResultOrNull()
                != null;
    }

    private static List<Row> rows(Tx.Scope scope, UUID collection, long after, long upTo, int limit) {
        return scope.session()
                .createSelectionQuery("""
                        select e.id.number, e.stamp, e.member, e.kind
                        from ChangeEntryEntity e
                        where e.id.collection = :collection and e.id.number > :after and e.id.number <= :upTo
                        and not exists
                            (select 1 from ChangeEntryEntity later
                             where later.id.collection = e.id.collection and later.member = e.member
                             and later.id.number > e.id.number and later.id.number <= :upTo)
                        order by e.id.number
                        """, Row.class)
                .setParameter("collection", collection)
                .setParameter("after", after)
                .setParameter("upTo", upTo)
                .setMaxResults(limit)
                .getResultList();
    }

    private record Counter(long number, long stamp, long prunedTo) {
        ChangeToken head() {
            return new ChangeToken(number, stamp);
        }
    }

    private record Row(long number, long stamp, String member, ChangeKind kind) {
        ChangeToken token() {
            return new ChangeToken(number, stamp);
        }

        Change change() {
            return new Change(number, member, kind);
        }
    }
}
