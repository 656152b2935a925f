package io.oxicloud.account.limit;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Blocks who guesses, without delaying anybody else. Thread-safe; begins transactions where it takes no scope.
 *
 * <p>Up to three rows stand for one attempt:
 *
 * <ul>
 *   <li>The <b>account row</b> counts wrong passwords for an account from a network. It counts before the password is checked,
 *       under a row lock, so that a thousand parallel guesses are not a thousand free ones; a right password clears it.
 *       Elsewhere the same account is not touched by it, nor are other accounts on the same network.
 *   <li>The <b>credential row</b> tells a guess from a repetition. A phone that sends last year's password three times a second
 *       makes one guess, not a thousand: only the first counts on the other rows and costs a hash, the next few are answered
 *       from the row, and once the row is full the phone is refused for a while. It locks out itself, and nobody else behind its
 *       router.
 *   <li>The <b>network row</b> counts different wrong Basic credentials from one network, whoever they name, in a window that
 *       begins with the first of them. When it is full, whatever is not known to be right is refused until the window ends,
 *       before any hash is computed and any row is made. A right password does not clear it: else whoever sprays could, with an
 *       account of their own. It counts after the look: thirty people who sign in at once are not thirty failures. So the bound
 *       may be passed by as many as are looked at in the same moment, which are as many as hashes are computed at once.
 * </ul>
 *
 * <p>So one network can make no more than about two rows for each failure that its own row lets through, and all go when their
 * time is over.
 */
public final class Lockouts {
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
     * if it was counted and nobody looked. A refused attempt writes nothing.
     *
     * @throws CloudException RATE_LIMITED with the time to the end of the block, and with reason {@code AccountLocked} unless
     *     the whole network is blocked
     */
    public Admission admit(Attempt attempt) {
        if (knowsWrong(attempt)) {
            return Admission.KNOWN_WRONG;
        }
        return attempt.guessable()
                ? tx.retryingWrite("account.admit", scope -> reserve(scope, attempt))
                : Admission.UNCOUNTED;
    }

    /**
     * Asks the same without counting, where the answer cannot be used at once.
     *
     * @return whether these very credentials were found wrong before
     * @throws CloudException as {@link #admit}
     */
    public boolean knowsWrong(Attempt attempt) {
        return tx.read("account.look", scope -> look(scope, attempt));
    }

    /** Takes back what {@link #admit} counted. */
    public void withdraw(Attempt attempt) {
        tx.retryingWrite("account.withdraw", scope -> {
            var account = BlockRows.lockedIfThere(scope, attempt.accountRow());
            if (account != null && account.failures > 1) {
                account.failures--;
                account.blockedUntil = null;
            } else if (account != null) {
                scope.session().remove(account);
            }
            return BlockRows.remove(scope, attempt.credentialRow());
        });
    }

    /**
     * The credentials were wrong.
     *
     * @return true if the next attempt is blocked by it
     * @throws CloudException RATE_LIMITED if the network is full and nothing was reserved for the attempt
     */
    public boolean failed(Attempt attempt) {
        return tx.retryingWrite("account.failed", scope -> {
            Instant now = now();
            BlockEntity network = attempt.perNetwork() ? network(scope, attempt, now) : null;
            if (network != null && !attempt.guessable()) {
                refuseIfBlocked(network, now, null);
            }
            BlockEntity credential =
                    row(scope, attempt, attempt.credentialRow(), now).row();
            if (network != null && credential.failures == 0) {
                countForNetwork(network);
            }
            count(credential, now);
            var account = scope.session().find(BlockEntity.class, attempt.accountRow());
            return credential.blocks(now)
                    || (account != null && account.blocks(now))
                    || (network != null && network.blocks(now));
        });
    }

    /** The credentials were right: the guesses before are forgiven. */
    public void succeeded(Attempt attempt) {
        if (attempt.guessable()) {
            tx.write(
                    "account.succeeded",
                    scope -> BlockRows.remove(scope, attempt.credentialRow(), attempt.accountRow()));
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
        return BlockRows.remove(scope, id) == 1;
    }

    /** Drops rows whose time is over. */
    public void prune(Tx.Scope scope) {
        scope.session()
                .createMutationQuery("delete from BlockEntity b where b.expiresAt < :now")
                .setParameter("now", now())
                .executeUpdate();
    }

    /** Refuses what is blocked, without a write; else tells whether the credentials are known to be wrong. */
    private boolean look(Tx.Scope scope, Attempt attempt) {
        Instant now = now();
        Map<String, BlockEntity> rows = BlockRows.find(
                scope,
                attempt.perNetwork()
                        ? List.of(attempt.credentialRow(), attempt.accountRow(), attempt.networkRow())
                        : List.of(attempt.credentialRow(), attempt.accountRow()));
        BlockEntity credential = rows.get(attempt.credentialRow());
        refuseIfBlocked(credential, now, "AccountLocked");
        if (attempt.guessable()) {
            refuseIfBlocked(rows.get(attempt.accountRow()), now, "AccountLocked");
        }
        refuseIfBlocked(rows.get(attempt.networkRow()), now, null);
        return credential != null && credential.failures > 0 && !credential.isOver(now);
    }

    /**
     * The credential row is not made while the account is blocked: a guess refused then would pass as a repetition later.
     */
    private Admission reserve(Tx.Scope scope, Attempt attempt) {
        Instant now = now();
        var account = row(scope, attempt, attempt.accountRow(), now).row();
        refuseIfBlocked(account, now, "AccountLocked");
        var credential = row(scope, attempt, attempt.credentialRow(), now);
        refuseIfBlocked(credential.row(), now, "AccountLocked");
        if (credential.fresh()) {
            count(account, now);
        }
        return credential.fresh() ? Admission.COUNTED : Admission.UNCOUNTED;
    }

    private BlockRows.Locked row(Tx.Scope scope, Attempt attempt, String id, Instant now) {
        return BlockRows.locked(scope, id, attempt.account(), attempt.network(), now, settings.lockoutTime());
    }

    private BlockEntity network(Tx.Scope scope, Attempt attempt, Instant now) {
        return BlockRows.locked(
                        scope,
                        attempt.networkRow(),
                        Block.ANY_ACCOUNT,
                        attempt.network(),
                        now,
                        settings.basic().window())
                .row();
    }

    private void count(BlockEntity row, Instant now) {
        Instant end = now.plus(settings.lockoutTime());
        row.failures++;
        row.expiresAt = end;
        if (row.failures >= settings.lockoutFailures()) {
            row.blockedUntil = end;
        }
    }

    private void countForNetwork(BlockEntity row) {
        row.failures++;
        if (row.failures >= settings.basic().max()) {
            row.blockedUntil = row.expiresAt;
        }
    }

    private static void refuseIfBlocked(@Nullable BlockEntity row, Instant now, @Nullable String reason) {
        if (row == null || row.blockedUntil == null || !row.blocks(now)) {
            return;
        }
        var refusal = new CloudException(ErrorCode.RATE_LIMITED, "Too many failed sign-ins")
                .withRetryAfter(RateLimits.atLeastOneSecond(Duration.between(now, row.blockedUntil)));
        throw reason == null ? refusal : refusal.withReason(reason);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
