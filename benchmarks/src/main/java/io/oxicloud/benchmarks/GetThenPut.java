package io.oxicloud.benchmarks;

import io.oxicloud.account.UserView;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Before: look, ask the database if there is nothing, put. Asks it the way the product does, so that only the herd differs. */
final class GetThenPut implements FlagsArm {
    private final Tx tx;
    private final UserId user;
    private final Map<UserId, Flags> known = new ConcurrentHashMap<>();
    private final LongAdder missed = new LongAdder();

    GetThenPut(Tx tx, UserId user) {
        this.tx = tx;
        this.user = user;
    }

    @Override
    public String name() {
        return "before";
    }

    @Override
    public void forget() {
        known.clear();
    }

    @Override
    public Flags ask() {
        Flags flags = known.get(user);
        if (flags == null) {
            missed.increment();
            flags = tx.read("benchmark.flags", this::load);
            known.put(user, flags);
        }
        return flags;
    }

    @Override
    public long missed() {
        return missed.sum();
    }

    private Flags load(Tx.Scope scope) {
        Object[] row = scope.session()
                .createSelectionQuery(
                        "select u.role, u.active, u.external from UserEntity u where u.id = :id", Object[].class)
                .setParameter("id", user.value())
                .getSingleResult();
        return new Flags(row[0] == UserView.Role.ADMIN, (Boolean) row[1], (Boolean) row[2]);
    }
}
