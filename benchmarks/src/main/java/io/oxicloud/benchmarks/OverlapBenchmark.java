package io.oxicloud.benchmarks;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An upload of content that is all new, from a source of a given rate, into the product's store: PostgreSQL and files.
 * Asks: what does it bring that batches are settled while the next one is read? Before: with {@code
 * OXICLOUD_INGEST_OVERLAP=0}. After: as it is.
 */
final class OverlapBenchmark implements Benchmark {
    private static final double TIMES_TO_BEAT = 1.07;
    private static final double RATE_TO_BEAT = 75;
    private static final double GOAL = 285;
    private static final int SOURCE_RATE = 300;
    private static final int REPETITIONS = 2;

    private final Sizes sizes;
    private final BlobFolder folder;
    private final PostgresServer durable;
    private final List<Setup> setups;
    private final int runs;
    private long uploads = 1_000;

    private OverlapBenchmark(Sizes sizes, BlobFolder folder, PostgresServer server, PostgresServer durable) {
        this.sizes = sizes;
        this.folder = folder;
        this.durable = durable;
        this.runs = sizes.equals(Sizes.QUICK) ? 1 : 3;
        this.setups = List.of(
                new Setup("off", new IngestWorld(IngestWorld.source(server), folder.backend())),
                new Setup("on", new IngestWorld(IngestWorld.source(durable), folder.backend())));
    }

    static OverlapBenchmark open(PostgresServer server, Sizes sizes) throws IOException, SQLException {
        return new OverlapBenchmark(sizes, BlobFolder.make(), server, PostgresServer.start(2, true));
    }

    @Override
    public void gate() throws Exception {
        for (Setup setup : setups) {
            new OverlapGate(setup.world, folder).pass();
            folder.clear();
        }
    }

    @Override
    public Verdict measure(Page page) throws Exception {
        page.line(
                """
                Uploads of %d MiB, one at a time, nothing in them known; the files are forced to disk before an upload ends. Each
                figure is the median of %d uploads; the arms take turns. The source stands still when 1 MiB was not fetched.
                The durable server: fsync %s, synchronous_commit %s.
                """.formatted(sizes.upload(), runs, durable.ask("show fsync"), durable.ask("show synchronous_commit")));
        page.line("The source alone: " + Page.number(sourceAlone(SOURCE_RATE)) + " MB/s of " + SOURCE_RATE
                + ", and without a bound " + Page.number(sourceAlone(0)) + " MB/s.");
        page.line("");
        page.table("source MB/s, repetition", "fsync of the server", "before MB/s", "after MB/s", "times");
        for (Setup setup : setups) {
            upload(setup, false, 0); // to warm up
            upload(setup, true, 0);
        }
        var worst = new Pair(Double.MAX_VALUE, Double.MAX_VALUE);
        double slowest = Double.MAX_VALUE;
        for (int repetition = 1; repetition <= REPETITIONS; repetition++) {
            for (Setup setup : setups) {
                Pair paced = row(page, setup, SOURCE_RATE, repetition);
                worst = paced.times() < worst.times() || slowest == Double.MAX_VALUE ? paced : worst;
                slowest = Math.min(slowest, paced.after);
                row(page, setup, 0, repetition);
            }
        }
        page.line("");
        Verdict verdict = worst.times() <= 1
                ? Verdict.ROLL_BACK
                : worst.times() >= TIMES_TO_BEAT && slowest >= RATE_TO_BEAT ? Verdict.MET : Verdict.SHORT;
        page.line("Verdict: **" + verdict + "**. To beat, at " + SOURCE_RATE + " MB/s and in each repetition: "
                + Page.number(TIMES_TO_BEAT) + " times, " + Page.number(RATE_TO_BEAT) + " MB/s (the goal: "
                + Page.number(GOAL) + "). Here, at worst: " + Page.number(worst.times()) + " times, "
                + Page.number(slowest) + " MB/s.");
        return verdict;
    }

    private Pair row(Page page, Setup setup, int rate, int repetition) throws IOException {
        double[] before = new double[runs];
        double[] after = new double[runs];
        for (int run = 0; run < runs; run++) {
            boolean beforeFirst = (run + repetition) % 2 == 0;
            for (boolean overlap : List.of(!beforeFirst, beforeFirst)) {
                (overlap ? after : before)[run] = upload(setup, overlap, rate);
            }
        }
        var pair = new Pair(median(before), median(after));
        page.row(
                (rate == 0 ? "no bound" : String.valueOf(rate)) + ", " + repetition,
                setup.fsync,
                Page.number(pair.before),
                Page.number(pair.after),
                Page.number(pair.times()));
        return pair;
    }

    /** @return MB/s, from the first byte asked for until all is durable */
    private double upload(Setup setup, boolean overlap, int rate) throws IOException {
        var source = new UniqueStream(uploads++, bytes(), rate);
        long begin = System.nanoTime();
        var lease = setup.world.ingest(overlap, source);
        long nanos = System.nanoTime() - begin;
        lease.close();
        folder.clear();
        return bytes() * 1e3 / nanos;
    }

    private double sourceAlone(int rate) throws IOException {
        byte[] buffer = new byte[UniqueStream.FRAME];
        var source = new UniqueStream(0, bytes(), rate);
        long begin = System.nanoTime();
        while (source.read(buffer, 0, buffer.length) >= 0) {
            // its bytes are for nobody
        }
        return bytes() * 1e3 / (System.nanoTime() - begin);
    }

    private long bytes() {
        return (long) sizes.upload() << 20;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    @Override
    public void close() {
        List<AutoCloseable> all = new ArrayList<>();
        setups.forEach(setup -> all.add(setup.world));
        all.add(durable);
        all.add(folder);
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private record Setup(String fsync, IngestWorld world) {}

    private record Pair(double before, double after) {
        double times() {
            return after / before;
        }
    }
}
