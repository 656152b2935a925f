package io.oxicloud.account;

import io.oxicloud.account.limit.Lockouts;
import io.oxicloud.account.limit.RateLimits;
import io.oxicloud.account.session.Sessions;
import io.oxicloud.account.session.SigningKeys;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.db.Tx;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Drops rows whose time is over: counters, blocks, sessions, keys. */
final class Pruning implements PeriodicTask {
    private final Tx tx;
    private final List<Consumer<Tx.Scope>> steps;

    /** @param tx of the maintenance connections */
    Pruning(Tx tx, RateLimits rateLimits, Lockouts lockouts, Sessions sessions, SigningKeys keys) {
        this.tx = tx;
        this.steps = List.of(rateLimits::prune, lockouts::prune, sessions::prune, keys::prune);
    }

    @Override
    public String name() {
        return "account.prune";
    }

    @Override
    public Duration interval() {
        return Duration.ofMinutes(10);
    }

    @Override
    public void run() {
        for (Consumer<Tx.Scope> step : steps) {
            tx.write("account.prune", scope -> {
                step.accept(scope);
                return step;
            });
        }
    }
}
