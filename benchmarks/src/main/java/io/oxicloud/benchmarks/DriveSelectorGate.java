package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.check;
import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.base.Actor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** That both arms see the same drives, and that the product's promises hold: changes count at once, one load for a herd. */
final class DriveSelectorGate {
    private static final int HERD = 64;

    private final PostgresServer server;
    private final Product product;
    private final DriveWorld world;
    private final DriveArm before;
    private final DriveArm after;

    DriveSelectorGate(PostgresServer server, Product product, DriveWorld world, DriveArm before, DriveArm after) {
        this.server = server;
        this.product = product;
        this.world = world;
        this.before = before;
        this.after = after;
    }

    void pass() throws Exception {
        checkSameDrives();
        checkChangesCountAtOnce();
        checkQueries();
        checkFailure();
        checkSameDrives();
    }

    private void checkSameDrives() {
        product.drives().setQuota(Product.ADMIN, world.edited(), null); // forgets all
        for (Actor.User user : world.users()) {
            List<DriveArm.Seen> joined = before.readable(user);
            checkEqual(
                    List.of(DriveWorld.OWN, DriveWorld.VIEWED, DriveWorld.EDITED),
                    joined.stream().map(DriveArm.Seen::name).toList(),
                    "a user has three drives");
            checkEqual(joined, after.readable(user), "both arms see the same drives in the same order, cold");
            checkEqual(joined, after.readable(user), "and from memory");
            for (DriveArm.Seen drive : joined) {
                checkSelects(user, drive.name(), true);
            }
            checkSelects(user, "Nothing", false);
        }
    }

    private void checkSelects(Actor.User user, String name, boolean there) {
        String joined = String.valueOf(before.select(user, name));
        checkEqual(there, !joined.equals("null"), name + " is there: " + there);
        checkEqual(joined, String.valueOf(after.select(user, name)), "both arms select the same drive by name");
    }

    private void checkChangesCountAtOnce() {
        Actor.User user = world.users().get(0);
        var subject = Subject.of(user.id());

        product.drives().rename(world.owner(), world.edited(), "Renamed");
        checkSelects(user, DriveWorld.EDITED, false);
        checkSelects(user, "Renamed", true);
        product.drives().rename(world.owner(), world.edited(), DriveWorld.EDITED);
        checkSelects(user, DriveWorld.EDITED, true);
        product.members().remove(world.owner(), world.edited(), subject);
        checkSelects(user, DriveWorld.EDITED, false);
        product.members().set(world.owner(), world.edited(), subject, Role.EDITOR, null);
        checkSelects(user, DriveWorld.EDITED, true);
    }

    private void checkQueries() throws Exception {
        Actor.User user = world.users().get(0);
        after.readable(user); // what the user holds is known from now on, the drives are forgotten
        product.drives().setQuota(Product.ADMIN, world.edited(), null);
        long queries = server.queries();
        List<Object> outcomes = herd(user);
        checkEqual(1L, server.queries() - queries, "a cold herd costs one query");
        checkEqual(
                Collections.nCopies(HERD, (Object) before.readable(user)),
                outcomes,
                "the whole herd sees the same drives");
        queries = server.queries();
        herd(user);
        checkEqual(0L, server.queries() - queries, "a warm herd costs none");
    }

    private void checkFailure() throws Exception {
        Actor.User user = world.users().get(0);
        product.drives().setQuota(Product.ADMIN, world.edited(), null);
        server.execute("alter table drive rename to out_of_order");
        try {
            List<Object> outcomes = herd(user);
            check(
                    outcomes.stream().allMatch(outcome -> outcome instanceof RuntimeException),
                    "a load that fails fails for every caller: " + outcomes);
        } finally {
            server.execute("alter table out_of_order rename to drive");
        }
        checkEqual(before.readable(user), after.readable(user), "the call after a failure reads again");
    }

    private List<Object> herd(Actor.User user) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(HERD);
        try {
            var outcomes = new ArrayList<Object>();
            for (Future<Object> each : threads.invokeAll(Collections.nCopies(HERD, () -> outcome(user)))) {
                outcomes.add(each.get());
            }
            return outcomes;
        } finally {
            threads.shutdownNow();
        }
    }

    private Object outcome(Actor.User user) {
        try {
            return after.readable(user);
        } catch (RuntimeException e) {
            return e;
        }
    }
}
