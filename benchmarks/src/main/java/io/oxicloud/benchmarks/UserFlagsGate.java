package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.check;
import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import io.oxicloud.base.UserId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** That both arms know the same flags, and that the product's promises hold while herds ask. */
final class UserFlagsGate {
    private static final int HERD = 32;
    private static final int ROUNDS = 3;
    private static final int CHANGES = 40;
    private static final int READERS = 3;

    private final PostgresServer server;
    private final Product product;
    private final UserId user;
    private final FlagsHerds herds;
    private final FlagsArm before;
    private final FlagsArm after;

    UserFlagsGate(
            PostgresServer server, Product product, UserId user, FlagsHerds herds, FlagsArm before, FlagsArm after) {
        this.server = server;
        this.product = product;
        this.user = user;
        this.herds = herds;
        this.before = before;
        this.after = after;
    }

    void pass() throws Exception {
        checkSameFlags();
        checkQueries();
        checkFailure();
        checkChangesAreSeen();
        checkSameFlags();
    }

    private void checkSameFlags() {
        before.forget();
        after.forget();
        FlagsArm.Flags flags = before.ask();
        checkEqual(new FlagsArm.Flags(false, true, false), flags, "the flags are those of an active user");
        checkEqual(flags, after.ask(), "both arms read the same flags from the database");
        checkEqual(flags, after.ask(), "and from memory");
    }

    private void checkQueries() throws Exception {
        double each = herds.gathered(HERD, ROUNDS, before).queries();
        checkEqual((double) HERD, each, "before, a gathered herd costs a query for each caller");
        checkEqual(1.0, herds.gathered(HERD, ROUNDS, after).queries(), "after, it costs one");
    }

    private void checkFailure() throws Exception {
        after.forget();
        server.execute("alter table cloud_user rename to out_of_order");
        try {
            List<Object> outcomes = herd();
            check(
                    outcomes.stream().allMatch(outcome -> outcome instanceof RuntimeException),
                    "a load that fails fails for every caller: " + outcomes);
        } finally {
            server.execute("alter table out_of_order rename to cloud_user");
        }
        checkEqual(before.ask(), after.ask(), "the call after a failure reads again");
    }

    private List<Object> herd() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(HERD);
        try {
            var outcomes = new ArrayList<Object>();
            for (Future<Object> each : threads.invokeAll(Collections.nCopies(HERD, this::outcome))) {
                outcomes.add(each.get());
            }
            return outcomes;
        } finally {
            threads.shutdownNow();
        }
    }

    private Object outcome() {
        try {
            return after.ask();
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Readers load all the time, as every change makes them; whoever changed the flags must see the change at once. */
    private void checkChangesAreSeen() throws InterruptedException, SQLException {
        var done = new AtomicBoolean();
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            var reader = new Thread(() -> {
                while (!done.get()) {
                    after.ask();
                }
            });
            reader.start();
            readers.add(reader);
        }
        try {
            for (int i = 1; i <= CHANGES; i++) {
                boolean active = i % 2 == 0;
                product.accounts().setActive(Product.ADMIN, user, active);
                checkEqual(active, after.ask().active(), "a change is seen as soon as it is made, change " + i);
            }
        } finally {
            done.set(true);
            for (Thread reader : readers) {
                reader.join();
            }
        }
    }
}
