package io.oxicloud.account.limit;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Tx;
import jakarta.persistence.LockModeType;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The statements on the rows of failed sign-ins. Joins transactions. Thread-safe. */
final class BlockRows {
    private BlockRows() {}

    /** @param fresh nothing of it was known */
    record Locked(BlockEntity row, boolean fresh) {}

    /** The row of that id, made if it is missing and emptied if its time is over, locked to the end of the transaction. */
    static Locked locked(Tx.Scope scope, String id, String account, String network, Instant now, Duration life) {
        boolean made = scope.session()
                        .createMutationQuery("""
                                insert into BlockEntity (id, account, network, failures, expiresAt)
                                values (:id, :account, :network, 0, :end) on conflict do nothing""")
                        .setParameter("id", id)
                        .setParameter("account", account)
                        .setParameter("network", network)
                        .setParameter("end", now.plus(life))
                        .executeUpdate()
                == 1;
        BlockEntity row = lockedIfThere(scope, id);
        if (row == null) {
            throw new CloudException(ErrorCode.BUSY, "too many sign-ins at once, try again")
                    .withRetryAfter(Duration.ofSeconds(1));
        }
        boolean over = row.isOver(now);
        if (over) {
            row.failures = 0;
            row.blockedUntil = null;
            row.expiresAt = now.plus(life);
        }
        return new Locked(row, made || over);
    }

    static @Nullable BlockEntity lockedIfThere(Tx.Scope scope, String id) {
        return scope.session().find(BlockEntity.class, id, LockModeType.PESSIMISTIC_WRITE);
    }

    /** Those that are there, by id. */
    static Map<String, BlockEntity> find(Tx.Scope scope, Collection<String> ids) {
        return scope.session()
                .createSelectionQuery("from BlockEntity b where b.id in :ids", BlockEntity.class)
                .setParameterList("ids", ids)
                .getResultStream()
                .collect(Collectors.toMap(row -> row.id, Function.identity()));
    }

    static int remove(Tx.Scope scope, String... ids) {
        return scope.session()
                .createMutationQuery("delete from BlockEntity b where b.id in :ids")
                .setParameterList("ids", ids)
                .executeUpdate();
    }
}
