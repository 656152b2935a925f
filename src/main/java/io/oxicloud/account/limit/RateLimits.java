package io.oxicloud.account.limit;

import io.oxicloud.account.limit.LimitSettings.Limit;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Counts what is done from one network in fixed windows of time, for all nodes together. Thread-safe. */
public final class RateLimits {
    private final Tx tx;
    private final Clock clock;

    public RateLimits(Tx tx, Clock clock) {
        this.tx = tx;
        this.clock = clock;
    }

    /**
     * Counts one more.
     *
     * @throws CloudException RATE_LIMITED, with the time to the end of the window, if that was one too many
     */
    public void count(Limit limit, String network) {
        Instant now = clock.instant();
        long length = limit.window().toMillis();
        long window = now.toEpochMilli() / length;
        Instant end = Instant.ofEpochMilli((window + 1) * length);
        String id = limit.name() + "|" + window + "|" + network;

        long hits = tx.retryingWrite("account.rate-limit", scope -> hit(scope, id, end));

        if (hits > limit.max()) {
            throw new CloudException(ErrorCode.RATE_LIMITED, "Too many requests")
                    .withRetryAfter(atLeastOneSecond(Duration.between(now, end)));
        }
    }

    /** Drops the windows that are over. */
    public void prune(Tx.Scope scope) {
        scope.session()
                .createMutationQuery("delete from RateWindowEntity w where w.expiresAt < :now")
                .setParameter("now", clock.instant().truncatedTo(ChronoUnit.MICROS))
                .executeUpdate();
    }

    /** Not one upsert: on H2 that loses the race between two inserts. */
    private static long hit(Tx.Scope scope, String id, Instant end) {
        if (!raise(scope, id)) {
            scope.session()
                    .createMutationQuery("""
                            insert into RateWindowEntity (id, hits, expiresAt) values (:id, 0, :end)
                            on conflict do nothing""")
                    .setParameter("id", id)
                    .setParameter("end", end)
                    .executeUpdate();
            raise(scope, id);
        }
        return scope.session()
                .createSelectionQuery("select w.hits from RateWindowEntity w where w.id = :id", Long.class)
                .setParameter("id", id)
                .getSingleResult();
    }

    private static boolean raise(Tx.Scope scope, String id) {
        return scope.session()
                        .createMutationQuery("update RateWindowEntity w set w.hits = w.hits + 1 where w.id = :id")
                        .setParameter("id", id)
                        .executeUpdate()
                == 1;
    }

    static Duration atLeastOneSecond(Duration delay) {
        return Duration.ofSeconds(Math.max(1, delay.plusMillis(999).toSeconds()));
    }
}
