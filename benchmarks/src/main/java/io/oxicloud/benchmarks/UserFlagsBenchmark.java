package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.check;

import io.oxicloud.base.UserId;
import java.sql.SQLException;

/**
 * A herd that asks for the flags of one user when nothing is in memory. Asks: does it cost one query, and how long does the
 * last caller wait? Before: look, ask the database, put. After: the product's {@code Directory}.
 */
final class UserFlagsBenchmark implements Benchmark {
    private static final int HERD = 32;
    private static final double WALL_TO_BEAT_MILLIS = 0.57;

    private final Sizes sizes;
    private final Product product;
    private final FlagsHerds herds;
    private final UserFlagsGate gate;
    private final FlagsArm before;
    private final FlagsArm after;

    private UserFlagsBenchmark(PostgresServer server, Sizes sizes, Product product, UserId user) {
        this.sizes = sizes;
        this.product = product;
        this.herds = new FlagsHerds(server);
        this.before = new GetThenPut(product.requests(), user);
        this.after = new ProductFlags(product, user);
        this.gate = new UserFlagsGate(server, product, user, herds, before, after);
    }

    static UserFlagsBenchmark open(PostgresServer server, Sizes sizes) throws SQLException {
        var product = new Product(server);
        UserId user = product.user("alice").id();
        server.execute("vacuum analyze cloud_user");
        return new UserFlagsBenchmark(server, sizes, product, user);
    }

    @Override
    public void gate() throws Exception {
        gate.pass();
    }

    @Override
    public Verdict measure(Page page) throws Exception {
        int rounds = sizes.rounds();
        page.line("""
                *Gathered*: every caller has found nothing in memory before the database may answer the first (its table is
                locked until then); the wall begins when it may. *At once*: the callers are let go together and the first
                may have its answer before the last has begun; the wall begins when they are let go. A wall ends when the
                last caller has its answer. Queries are counted by the server.
                """);
        page.table(
                "callers", "arm", "queries per herd", "wall p50 ms", "wall p99 ms", "caller p50 ms", "caller p99 ms");
        row(page, "1", before, herds.atOnce(1, rounds, before));
        row(page, "1", after, herds.atOnce(1, rounds, after));
        Herded many = row(page, HERD + ", gathered", before, herds.gathered(HERD, rounds, before));
        Herded one = row(page, HERD + ", gathered", after, herds.gathered(HERD, rounds, after));
        row(page, HERD + ", at once", before, herds.atOnce(HERD, rounds, before));
        Herded atOnce = row(page, HERD + ", at once", after, herds.atOnce(HERD, rounds, after));
        int fewer = Math.max(3, rounds / 20);
        row(page, sizes.crowd() + ", gathered", before, herds.gathered(sizes.crowd(), fewer, before));
        row(page, sizes.crowd() + ", gathered", after, herds.gathered(sizes.crowd(), fewer, after));
        page.line("");
        Verdict verdict = verdict(many, one, atOnce);
        page.line("Verdict: **" + verdict + "**. To beat: 32 to 1 queries, and a wall (p50) of "
                + Page.number(WALL_TO_BEAT_MILLIS) + " ms, gathered and at once.");
        return verdict;
    }

    /** Before and after are told apart by the gathered herd: of one that comes at once, few callers miss on a small machine. */
    private static Verdict verdict(Herded before, Herded after, Herded afterAtOnce) {
        check(after.queries() == 1 && afterAtOnce.queries() == 1, "each herd costs one query");
        if (after.wallMillis() >= before.wallMillis()) {
            return Verdict.ROLL_BACK;
        }
        double worst = Math.max(after.wallMillis(), afterAtOnce.wallMillis());
        return worst <= WALL_TO_BEAT_MILLIS ? Verdict.MET : Verdict.SHORT;
    }

    private static Herded row(Page page, String callers, FlagsArm arm, Herded herded) {
        page.row(
                callers,
                arm.name(),
                Page.number(herded.queries()),
                Page.number(herded.wallMillis()),
                Page.number(herded.figures().wallMillis(0.99)),
                Page.number(herded.figures().waitMillis(0.5)),
                Page.number(herded.figures().waitMillis(0.99)));
        return herded;
    }

    @Override
    public void close() {
        product.close();
    }
}
