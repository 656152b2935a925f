package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.check;
import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What an upload in pieces costs to know how much of it has come, asked at each piece. Before: a folder is listed and each file in
 * it measured. After: a counter in the memory of a node. Shipped: a counter in the session's row, raised in the transaction that
 * keeps the piece. Asks: does the cost of a piece stay the same, however many came before?
 */
final class SessionGateBenchmark implements Benchmark {
    private static final double RATIO_TO_BEAT = 357;

    /** Of ten times as many pieces, as twice their number may cost 2.2 times as much. */
    private static final double GROWTH_TO_BEAT = 11;

    private static final int TIMES = 10;
    private static final int STEPS = 200;
    private static final int LANES = 8;

    private final SessionWorld world;
    private final Path place;
    private final FolderSession folder;
    private final int few;
    private final byte[] piece = new byte[SessionWorld.PIECE];

    private SessionGateBenchmark(SessionWorld world, Path place, int few) {
        this.world = world;
        this.place = place;
        this.few = few;
        folder = new FolderSession(place);
    }

    static SessionGateBenchmark open(PostgresServer server, Sizes sizes) throws IOException {
        return new SessionGateBenchmark(
                new SessionWorld(server),
                Files.createTempDirectory("oxicloud-session-gate"),
                sizes.equals(Sizes.QUICK) ? 20 : 1_000);
    }

    @Override
    public void gate() throws Exception {
        checkTotals();
        checkChanges();
        checkLanes();
    }

    private void checkTotals() throws IOException {
        UUID session = world.begin(STEPS);
        long quota = (long) STEPS * piece.length / 2;
        for (int number = 0; number < STEPS; number++) {
            folder.write(number, piece.length);
            if (number == STEPS / 2) {
                folder.forget(); // a restart in the middle
            }
            long scanned = folder.scanned();
            long counted = folder.counted();
            long shipped = world.put(session, number, piece);
            checkEqual(scanned, counted, "the counter knows what the folder holds, piece " + number);
            checkEqual(scanned, shipped, "the row knows it, piece " + number);
            checkEqual(scanned > quota, shipped > quota, "and both say the same at the border");
        }
        folder.clear();
    }

    private void checkChanges() throws IOException {
        folder.write(0, 7);
        folder.write(1, 3);
        folder.write(0, 2);
        checkEqual(folder.scanned(), folder.counted(), "a piece that is sent again counts once");
        folder.delete(1);
        checkEqual(folder.scanned(), folder.counted(), "a piece that is gone does not count");
        folder.forget();
        checkEqual(2L, folder.counted(), "a new process counts what is there");
        folder.clear();
    }

    private void checkLanes() throws Exception {
        UUID session = world.begin(STEPS);
        ExecutorService lanes = Executors.newFixedThreadPool(LANES);
        try {
            List<Callable<Long>> puts = new ArrayList<>();
            for (int number = 0; number < STEPS; number++) {
                int one = number;
                puts.add(() -> {
                    folder.write(one, 1);
                    return world.put(session, one, piece);
                });
            }
            for (Future<Long> put : lanes.invokeAll(puts)) {
                put.get();
            }
        } finally {
            lanes.shutdownNow();
        }
        checkEqual((long) STEPS, folder.counted(), "no piece of eight senders is lost by the counter");
        checkEqual((long) STEPS * piece.length, world.get(session).receivedBytes(), "nor by the row");
        check(world.get(session).whole(), "all pieces have come");
        folder.clear();
    }

    /** Seconds, for so many pieces. */
    private record Run(double files, double scans, double counts, double shipped) {}

    private Run run(int pieces) throws IOException {
        long scans = 0;
        long counts = 0;
        long files = 0;
        for (int number = 0; number < pieces; number++) {
            long begin = System.nanoTime();
            folder.writeNew(number, 1);
            long written = System.nanoTime();
            long total = folder.scanned();
            long scanned = System.nanoTime();
            folder.count(number == 0 ? 0 : 1); // the first look counts what is there
            long counted = folder.counted();
            counts += System.nanoTime() - scanned;
            scans += scanned - written;
            files += written - begin;
            checkEqual(total, counted, "both arms say the same while they are measured");
        }
        folder.clear();
        UUID session = world.begin(pieces);
        long begin = System.nanoTime();
        for (int number = 0; number < pieces; number++) {
            world.put(session, number, piece);
        }
        return new Run(files / 1e9, scans / 1e9, counts / 1e9, (System.nanoTime() - begin) / 1e9);
    }

    @Override
    public Verdict measure(Page page) throws Exception {
        run(few); // to warm up
        Run first = run(few);
        Run second = run(few * TIMES);
        page.line(
                "*Files*: to write the pieces, one byte each, as files; all arms but the shipped one need it. *Before*, *after*:"
                        + " the question alone. *Shipped*: all that a piece of 1 MiB costs through the door, with cut, digest and all its"
                        + " statements, and the bytes in memory.");
        page.line("");
        page.table("pieces", "files ms", "before ms", "after ms", "before / after", "shipped ms");
        row(page, few, first);
        row(page, few * TIMES, second);
        double growth = second.shipped / first.shipped;
        double ratio = first.scans / first.counts;
        page.line("");
        page.line("Ten times as many pieces cost " + Page.number(second.scans / first.scans) + " times as much before, "
                + Page.number(second.counts / first.counts) + " after, " + Page.number(growth) + " as shipped.");
        page.line("");
        Verdict enough = ratio >= RATIO_TO_BEAT && growth < GROWTH_TO_BEAT ? Verdict.MET : Verdict.SHORT;
        Verdict verdict = ratio <= 1 ? Verdict.ROLL_BACK : enough;
        page.line("Verdict: **" + verdict + "**. To beat: " + Page.number(RATIO_TO_BEAT) + " times for "
                + Page.number(few) + " pieces, and less than " + Page.number(GROWTH_TO_BEAT)
                + " times as much for ten times as many as shipped.");
        return verdict;
    }

    private static void row(Page page, int pieces, Run run) {
        page.row(
                Page.number(pieces),
                Page.number(run.files * 1e3),
                Page.number(run.scans * 1e3),
                Page.number(run.counts * 1e3),
                Page.number(run.scans / run.counts),
                Page.number(run.shipped * 1e3));
    }

    @Override
    public void close() {
        world.close();
        try {
            folder.clear();
            Files.delete(place);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
