package io.oxicloud.benchmarks;

import io.oxicloud.base.Actor;
import io.oxicloud.benchmarks.ClosedLoop.Figures;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Every request that names a drive asks which one that is for its user. Asks: what does that cost, and does it cost the
 * database anything? Before: one join for each request. After: the product's {@code Drives}.
 */
final class DriveSelectorBenchmark implements Benchmark {
    private static final double P50_TO_BEAT_MICROS = 0.80;
    private static final int FEW = 8;
    private static final int MANY = 64;
    private static final int CHANGE_EVERY_MILLIS = 10;
    private static final long SEED = 4;

    private final PostgresServer server;
    private final Sizes sizes;
    private final Product product;
    private final DriveWorld world;
    private final DriveArm before;
    private final DriveArm after;

    private DriveSelectorBenchmark(PostgresServer server, Sizes sizes, Product product, DriveWorld world) {
        this.server = server;
        this.sizes = sizes;
        this.product = product;
        this.world = world;
        this.before = new DriveJoin(server.pool());
        this.after = new ProductDrives(product.drives());
    }

    static DriveSelectorBenchmark open(PostgresServer server, Sizes sizes) throws SQLException {
        var product = new Product(server);
        DriveWorld world = DriveWorld.make(product, sizes.users());
        server.execute("vacuum analyze drive");
        server.execute("vacuum analyze role_grant");
        return new DriveSelectorBenchmark(server, sizes, product, world);
    }

    @Override
    public void gate() throws Exception {
        new DriveSelectorGate(server, product, world, before, after).pass();
    }

    @Override
    public Verdict measure(Page page) throws Exception {
        page.line("""
                Closed loops: each thread asks again as soon as it has its answer. Latencies include the loop's own reading of
                the clock. Queries are counted by the server. Zipf (exponent 1) over %d users, seed %d.
                """.formatted(world.users().size(), SEED));
        page.table("threads, users", "arm", "requests/s", "p50 µs", "p99 µs", "B/request", "queries/request");
        Figures joined = row(page, FEW + ", one", before, FEW, oneUser(before));
        row(page, MANY + ", one", before, MANY, oneUser(before));
        Figures cached = row(page, FEW + ", one", after, FEW, oneUser(after));
        row(page, MANY + ", one", after, MANY, oneUser(after));
        row(page, FEW + ", Zipf", before, FEW, zipf(before));
        row(page, FEW + ", Zipf", after, FEW, zipf(after));
        changing(page);
        page.line("");
        if (sizes.jmh()) {
            DriveSelectorHit.measure(page);
        }
        Verdict verdict = cached.p50Micros() >= joined.p50Micros()
                ? Verdict.ROLL_BACK
                : cached.p50Micros() <= P50_TO_BEAT_MICROS ? Verdict.MET : Verdict.SHORT;
        page.line("Verdict: **" + verdict + "**. To beat: p50 of " + Page.number(P50_TO_BEAT_MICROS)
                + " µs with 8 threads, 441 µs before: 550 times. Here: "
                + Page.number(joined.p50Micros() / cached.p50Micros()) + " times.");
        return verdict;
    }

    /** All is forgotten every now and then, and loaded again in the midst of the herd. */
    private void changing(Page page) throws Exception {
        ScheduledExecutorService changes = Executors.newSingleThreadScheduledExecutor();
        try {
            var change = changes.scheduleAtFixedRate(
                    () -> product.drives().setQuota(Product.ADMIN, world.edited(), null),
                    0,
                    CHANGE_EVERY_MILLIS,
                    TimeUnit.MILLISECONDS);
            String name = FEW + ", one; a change every " + CHANGE_EVERY_MILLIS + " ms";
            row(page, name, after, FEW, oneUser(after));
            change.cancel(false);
        } finally {
            changes.shutdown();
            GateFailedException.check(changes.awaitTermination(30, TimeUnit.SECONDS), "changes end");
        }
    }

    private ClosedLoop.Call oneUser(DriveArm arm) {
        Actor.User user = world.users().get(0);
        return number -> Objects.hashCode(arm.select(user, DriveWorld.EDITED));
    }

    private ClosedLoop.Call zipf(DriveArm arm) {
        Actor.User[] picks = zipfPicks(world.users());
        return number -> Objects.hashCode(arm.select(picks[number & (picks.length - 1)], DriveWorld.EDITED));
    }

    private static Actor.User[] zipfPicks(List<Actor.User> users) {
        var sums = new double[users.size()];
        double sum = 0;
        for (int rank = 0; rank < sums.length; rank++) {
            sum += 1.0 / (rank + 1);
            sums[rank] = sum;
        }
        var random = new Random(SEED);
        var picks = new Actor.User[1 << 14];
        for (int i = 0; i < picks.length; i++) {
            int place = java.util.Arrays.binarySearch(sums, random.nextDouble() * sum);
            picks[i] = users.get(place < 0 ? -place - 1 : place);
        }
        return picks;
    }

    private Figures row(Page page, String load, DriveArm arm, int threads, ClosedLoop.Call call) throws Exception {
        var loop = new ClosedLoop(threads, sizes.window());
        loop.run(call); // to warm up
        long queries = server.queries();
        Figures figures = loop.run(call);
        double asked = server.queries() - queries;
        page.row(
                load,
                arm.name(),
                Page.number(figures.perSecond()),
                Page.number(figures.p50Micros()),
                Page.number(figures.p99Micros()),
                Page.number(figures.bytesPerCall()),
                Page.number(asked / figures.latencies().count()));
        return figures;
    }

    @Override
    public void close() {
        product.close();
    }
}
