package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.check;
import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.Hash;
import io.oxicloud.benchmarks.ClosedLoop.Figures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A player that jumps about in a file of 6 MiB asks for range after range. Asks: how soon is a range at hand? Before: a query
 * and a read for each. After: the product's store, which has the file in memory.
 */
final class RangeBenchmark implements Benchmark {
    private static final double P50_TO_BEAT_MICROS = 0.15;
    private static final double TIMES_TO_BEAT = 2_156;
    private static final int FILE_BYTES = 6 << 20;
    private static final int RANGE = 256 << 10;
    private static final int HERD = 64;
    private static final int OTHERS = 15;
    private static final long SEED = 7;

    private final Sizes sizes;
    private final BlobFolder blobs;
    private final Path folder;
    private final IngestWorld world;
    private final QueriedRange before;
    private final PostgresServer server;
    private final byte[] bytes = new byte[FILE_BYTES];
    private final UUID file = new UUID(3, 1);
    private final Hash content;

    private RangeBenchmark(PostgresServer server, Sizes sizes, BlobFolder blobs, Path folder)
            throws IOException, SQLException {
        this.sizes = sizes;
        this.blobs = blobs;
        this.folder = folder;
        this.server = server;
        this.world = new IngestWorld(IngestWorld.source(server), blobs.backend());
        this.before = new QueriedRange(server.pool(), folder);
        new Random(SEED).nextBytes(bytes);
        this.content = keep(bytes);
        Files.write(folder.resolve(content.hex()), bytes);
        server.execute("create table benchmark_file(id uuid primary key, content text not null)");
        server.execute("insert into benchmark_file values ('" + file + "', '" + content + "')");
        server.execute("vacuum analyze benchmark_file");
    }

    static RangeBenchmark open(PostgresServer server, Sizes sizes) throws IOException, SQLException {
        return new RangeBenchmark(server, sizes, BlobFolder.make(), Files.createTempDirectory("oxicloud-benchmark"));
    }

    private Hash keep(byte[] whole) throws IOException {
        try (var lease = world.ingest(true, new ByteArrayInputStream(whole))) {
            world.adopt(lease);
            return lease.hash();
        }
    }

    @Override
    public void gate() throws Exception {
        checkHerd();
        var random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            int start = random.nextInt(FILE_BYTES);
            checkRange(new ByteRange(start, start + 1 + random.nextInt(FILE_BYTES - start)));
        }
        checkRange(new ByteRange(FILE_BYTES - 1, FILE_BYTES));
        checkRange(new ByteRange(0, FILE_BYTES));
        boolean refused = false;
        try (var in = world.open(content, new ByteRange(FILE_BYTES, FILE_BYTES + 1))) {
            check(in.available() == 0, "nothing lies behind the end");
        } catch (CloudException e) {
            refused = true;
        }
        check(refused, "a range behind the end is refused");
    }

    private void checkHerd() throws Exception {
        long loads = world.cached().loads();
        var together = new CyclicBarrier(HERD);
        ExecutorService threads = Executors.newFixedThreadPool(HERD);
        try {
            var call = (java.util.concurrent.Callable<byte[]>) () -> {
                together.await();
                return after(new ByteRange(0, FILE_BYTES));
            };
            for (Future<byte[]> each : threads.invokeAll(Collections.nCopies(HERD, call))) {
                check(Arrays.equals(bytes, each.get()), "each caller of a herd gets all bytes");
            }
        } finally {
            threads.shutdownNow();
        }
        checkEqual(1L, world.cached().loads() - loads, "a herd of " + HERD + " costs one load");
    }

    private void checkRange(ByteRange range) throws Exception {
        byte[] expected = Arrays.copyOfRange(bytes, (int) range.start(), (int) range.end());
        check(Arrays.equals(expected, before.read(file, range)), "the query's bytes are the file's, " + range);
        check(Arrays.equals(expected, after(range)), "the store's bytes are the file's, " + range);
    }

    private byte[] after(ByteRange range) throws IOException {
        try (var in = world.open(content, range)) {
            return in.readAllBytes();
        }
    }

    @Override
    public Verdict measure(Page page) throws Exception {
        page.line("""
                Ranges of 256 KiB of a file of 6 MiB, each one 256 KiB further on. *At hand*: there is a stream of them, from
                memory; before, they are in an array. *Delivered*: they have been written to a stream that drops them. With
                *others*, 15 more files of that size, one in two requests, in a cache of 100 MiB. Latencies include the loop's
                own reading of the clock. Queries are counted by the server.
                """);
        page.table("threads, what", "arm", "ranges/s", "p50 µs", "p99 µs", "B/range", "queries/range");
        List<Hash> all = new ArrayList<>();
        for (int i = 0; i < OTHERS; i++) {
            byte[] other = bytes.clone();
            new Random(SEED + 1 + i).nextBytes(other);
            all.add(keep(other));
            all.add(content);
        }
        Figures queried = row(page, "1, at hand", "before", 1, i -> before.read(file, range(i)).length);
        row(page, "8, at hand", "before", 8, i -> before.read(file, range(i)).length);
        Figures atHand = row(
                page,
                "1, at hand",
                "after",
                1,
                i -> world.open(content, range(i)).available());
        row(page, "8, at hand", "after", 8, i -> world.open(content, range(i)).available());
        row(page, "1, delivered", "after", 1, i -> delivered(content, i));
        row(page, "8, delivered", "after", 8, i -> delivered(content, i));
        row(page, "8, delivered, others", "after", 8, i -> delivered(all.get(Math.floorMod(i * 7, all.size())), i));
        page.line("");
        try (var profile = new RangeProfile(page, new ClosedLoop(1, sizes.window()), RangeBenchmark::range)) {
            profile.print(before, file, world, content, bytes);
        }
        double times = atHand.perSecond() / queried.perSecond();
        Verdict verdict = times <= 1
                ? Verdict.ROLL_BACK
                : times >= TIMES_TO_BEAT && atHand.p50Micros() <= P50_TO_BEAT_MICROS ? Verdict.MET : Verdict.SHORT;
        page.line("Verdict: **" + verdict + "**. To beat: p50 of " + Page.number(P50_TO_BEAT_MICROS) + " µs, "
                + Page.number(TIMES_TO_BEAT) + " times as many ranges (552 µs before, 1,730/s). Here, with 1 thread: "
                + Page.number(atHand.p50Micros()) + " µs, " + Page.number(times) + " times.");
        return verdict;
    }

    private static ByteRange range(int number) {
        int start = Math.floorMod(number, FILE_BYTES / RANGE - 1) * RANGE;
        return new ByteRange(start, start + RANGE);
    }

    private int delivered(Hash wanted, int number) throws IOException {
        try (var in = world.open(wanted, range(number))) {
            return (int) in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private Figures row(Page page, String load, String arm, int threads, ClosedLoop.Call call) throws Exception {
        var loop = new ClosedLoop(threads, sizes.window());
        loop.run(call); // to warm up
        long queries = server.queries();
        Figures figures = loop.run(call);
        double asked = server.queries() - queries;
        page.row(
                load,
                arm,
                Page.number(figures.perSecond()),
                Page.number(figures.p50Micros()),
                Page.number(figures.p99Micros()),
                Page.number(figures.bytesPerCall()),
                Page.number(asked / figures.latencies().count()));
        return figures;
    }

    @Override
    public void close() {
        world.close();
        try {
            Files.deleteIfExists(folder.resolve(content.hex()));
            Files.deleteIfExists(folder);
            blobs.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
