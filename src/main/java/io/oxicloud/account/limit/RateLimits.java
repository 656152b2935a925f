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

    private static long hit(Tx.Scope scope, String id, Instant end) {
        scope.session()
                .createMutationQuery("""
                        insert into RateWindowEntity as w (id, hits, expiresAt) values (:id, 1, :end)
                        on conflict(id) do update set hits = w.hits + 1""")
                .setParameter("id", id)
                .setParameter("end", end)
                .executeUpdate();
        return scope.session()
                .createSelectionQuery("select w.hits from RateWindowEntity w where w.id = :id", Long.class)
                .setParameter("id", id)
                .getSingleResult();
    }

    static Duration atLeastOneSecond(Duration delay) {
        return Duration.ofSeconds(Math.max(1, delay.plusMillis(999).toSeconds()));
    }
}
