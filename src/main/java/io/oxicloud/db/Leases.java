package io.oxicloud.db;

import io.oxicloud.base.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * What only one of all nodes may do at a time: rows that run out by the clock of the database, which all nodes share. A node
 * that dies gives its leases back by doing nothing. Thread-safe.
 */
public final class Leases {
    private final Tx tx;
    private final Ids ids;

    public Leases(Tx tx, Ids ids) {
        this.tx = tx;
        this.ids = ids;
    }

    /** Takes the lease if nobody holds it. Never waits for a holder. */
    public Optional<Lease> tryAcquire(String name, Duration ttl) {
        UUID holder = ids.next();
        boolean mine = tx.retryingWrite("lease.acquire", scope -> {
            Instant now = scope.databaseTime();
            return takeOver(scope, name, holder, now, ttl) || insert(scope, name, holder, now.plus(ttl));
        });
        return mine ? Optional.of(new Lease(tx, name, holder)) : Optional.empty();
    }

    private static boolean takeOver(Tx.Scope scope, String name, UUID holder, Instant now, Duration ttl) {
        return scope.session()
                        .createMutationQuery("""
                                update LeaseEntity l set l.holder = :holder, l.expiresAt = :expires
                                where l.name = :name and l.expiresAt <= :now
                                """)
                        .setParameter("holder", holder)
                        .setParameter("expires", now.plus(ttl))
                        .setParameter("name", name)
                        .setParameter("now", now)
                        .executeUpdate()
                == 1;
    }

    private static boolean insert(Tx.Scope scope, String name, UUID holder, Instant expires) {
        return scope.session()
                        .createMutationQuery("""
                                insert into LeaseEntity (name, holder, expiresAt) values (:name, :holder, :expires)
                                on conflict do nothing
                                """)
                        .setParameter("name", name)
                        .setParameter("holder", holder)
                        .setParameter("expires", expires)
                        .executeUpdate()
                == 1;
    }
}
