package io.oxicloud.db;

import java.time.Duration;
import java.util.UUID;

/** A lease that this node took. Work under it must be harmless if the lease runs out unnoticed. Thread-safe. */
public final class Lease implements AutoCloseable {
    private final Tx tx;
    private final String name;
    private final UUID holder;

    Lease(Tx tx, String name, UUID holder) {
        this.tx = tx;
        this.name = name;
        this.holder = holder;
    }

    public String name() {
        return name;
    }

    /** Holds it for {@code ttl} from now; false if somebody else has taken it meanwhile, and then the work must stop. */
    public boolean renew(Duration ttl) {
        return tx.write(
                        "lease.renew",
                        scope -> scope.session()
                                .createMutationQuery("""
                                update LeaseEntity l set l.expiresAt = :expires
                                where l.name = :name and l.holder = :holder
                                """)
                                .setParameter("expires", scope.databaseTime().plus(ttl))
                                .setParameter("name", name)
                                .setParameter("holder", holder)
                                .executeUpdate())
                == 1;
    }

    /** Gives it back; nothing happens if it is somebody else's by now. */
    @Override
    public void close() {
        tx.write(
                "lease.release",
                scope -> scope.session()
                        .createMutationQuery("delete from LeaseEntity l where l.name = :name and l.holder = :holder")
                        .setParameter("name", name)
                        .setParameter("holder", holder)
                        .executeUpdate());
    }
}
