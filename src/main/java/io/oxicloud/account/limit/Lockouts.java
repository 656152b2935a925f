package io.oxicloud.account.limit;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Tx;
import jakarta.persistence.LockModeType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Blocks who guesses, without delaying anybody else. Thread-safe; begins transactions where it takes no scope. */
public final class Lockouts {
    /*
     * Two rows may stand for one attempt.
     *
     * The account row counts wrong passwords for an account from a network. It counts before the password is checked, under
     * a row lock, so that a thousand parallel guesses are not a thousand free ones; a right password clears it. Elsewhere the
     * same account is not touched by it, nor other accounts on the same network.
     *
     * The credential row tells a guess from a repetition. A phone that sends last year's password three times a second makes
     * one guess, not a thousand: only the first counts on the account row, and once the phone's own row is full it is
     * refused before any hash is computed. So it locks out itself, and nobody else behind its router.
     */
    private final Tx tx;
    private final LimitSettings settings;
    private final Clock clock;

    public Lockouts(Tx tx, LimitSettings settings, Clock clock) {
        this.tx = tx;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Asks whether the attempt may be looked at. Afterwards call {@link #failed} or {@link #succeeded}, or {@link #withdraw}
     * if nobody looked.
     *
     * @return true if it counted as a new guess
     * @throws CloudException RATE_LIMITED with reason {@code AccountLocked} and the time to the end of the block
     */
    public boolean admit(Attempt attempt) {
        Admission admission = attempt.guessable()
                ? tx.retryingWrite("account.admit", scope -> reserve(scope, attempt))
                : tx.read("account.admit", scope -> look(scope, attempt));
        Instant now = now();
        if (admission.blockedUntil().isAfter(now)) {
            throw new CloudException(ErrorCode.RATE_LIMITED, "Too many failed sign-ins")
                    .withReason("AccountLocked")
                    .withRetryAfter(RateLimits.atLeastOneSecond(Duration.between(now, admission.blockedUntil())));
        }
        return admission.counted();
    }

    /** Takes back what {@link #admit} counted. */
    public void withdraw(Attempt attempt) {
        tx.retryingWrite("account.withdraw", scope -> {
            var account = scope.session().find(BlockEntity.class, attempt.accountRow(), LockModeType.PESSIMISTIC_WRITE);
            if (account != null && account.failures > 0) {
                account.failures--;
                account.blockedUntil = null;
            }
            return remove(scope, attempt.credentialRow());
        });
    }

    /**
     * The credentials were wrong.
     *
     * @return true if the next attempt is blocked by it
     */
    public boolean failed(Attempt attempt) {
        return tx.retryingWrite("account.failed", scope -> {
            var credential = locked(scope, attempt, attempt.credentialRow()).row();
            count(credential);
            Instant now = now();
            var account = scope.session().find(BlockEntity.class, attempt.accountRow());
            return credential.blocks(now) || (account != null && account.blocks(now));
        });
    }

    /** The credentials were right: the guesses before are forgiven. */
    public void succeeded(Attempt attempt) {
        if (attempt.guessable()) {
            tx.write("account.succeeded", scope -> remove(scope, attempt.credentialRow(), attempt.accountRow()));
        }
    }

    /** Forgets all about an account, whose passwords just changed. */
    public void forget(Tx.Scope scope, String account) {
        scope.session()
                .createMutationQuery("delete from BlockEntity b where b.account = :account")
                .setParameter("account", account)
                .executeUpdate();
    }

    /** The blocks in force, the newest first. */
    public List<Block> inForce(Tx.Scope scope, int limit) {
        return scope.session()
                .createSelectionQuery("""
                        select new io.oxicloud.account.limit.Block(b.id, b.account, b.network, b.failures, b.blockedUntil)
                        from BlockEntity b where b.blockedUntil > :now order by b.blockedUntil desc, b.id""", Block.class)
                .setParameter("now", now())
                .setMaxResults(limit)
                .getResultList();
    }

    /** Lifts one block; false if there is none of that id. */
    public boolean lift(Tx.Scope scope, String id) {
        return remove(scope, id) == 1;
    }

    /** Drops rows whose time is over. */
    public void prune(Tx.Scope scope) {
        scope.session()
                .createMutationQuery("delete from BlockEntity b where b.expiresAt < :now")
                .setParameter("now", now())
                .executeUpdate();
    }

    /** @param blockedUntil in the past if there is no block */
    private record Admission(boolean counted, Instant blockedUntil) {}

    /**
     * The credential row is not made while the account is blocked: a guess refused then would pass as a repetition later.
     */
    private Admission reserve(Tx.Scope scope, Attempt attempt) {
        Instant now = now();
        var account = locked(scope, attempt, attempt.accountRow()).row();
        if (account.blocks(now)) {
            return new Admission(false, end(account));
        }
        var credential = locked(scope, attempt, attempt.credentialRow());
        if (credential.row().blocks(now)) {
            return new Admission(false, end(credential.row()));
        }
        if (credential.fresh()) {
            count(account);
        }
        return new Admission(credential.fresh(), Instant.EPOCH);
    }

    private static Admission look(Tx.Scope scope, Attempt attempt) {
        var row = scope.session().find(BlockEntity.class, attempt.credentialRow());
        return new Admission(false, row == null ? Instant.EPOCH : end(row));
    }

    private static Instant end(BlockEntity row) {
        return row.blockedUntil == null ? Instant.EPOCH : row.blockedUntil;
    }

    private static int remove(Tx.Scope scope, String... ids) {
        return scope.session()
                .createMutationQuery("delete from BlockEntity b where b.id in :ids")
                .setParameterList("ids", ids)
                .executeUpdate();
    }

    /** @param fresh nothing of it was known */
    private record Locked(BlockEntity row, boolean fresh) {}

    private Locked locked(Tx.Scope scope, Attempt attempt, String id) {
        Instant now = now();
        boolean made = scope.session()
                        .createMutationQuery("""
                                insert into BlockEntity (id, account, network, failures, expiresAt)
                                values (:id, :account, :network, 0, :end) on conflict do nothing""")
                        .setParameter("id", id)
                        .setParameter("account", attempt.account())
                        .setParameter("network", attempt.network())
                        .setParameter("end", now.plus(settings.lockoutTime()))
                        .executeUpdate()
                == 1;
        var row = scope.session().find(BlockEntity.class, id, LockModeType.PESSIMISTIC_WRITE);
        if (row == null) {
            throw new CloudException(ErrorCode.BUSY, "too many sign-ins at once, try again")
                    .withRetryAfter(Duration.ofSeconds(1));
        }
        boolean over = !row.expiresAt.isAfter(now);
        if (over) {
            row.failures = 0;
            row.blockedUntil = null;
            row.expiresAt = now.plus(settings.lockoutTime());
        }
        return new Locked(row, made || over);
    }

    private void count(BlockEntity row) {
        Instant end = now().plus(settings.lockoutTime());
        row.failures++;
        row.expiresAt = end;
        if (row.failures >= settings.lockoutFailures()) {
            row.blockedUntil = end;
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
