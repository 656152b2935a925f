package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.check;
import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Secret;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.cache.Caches;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.chunk.StoreSettings;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import io.oxicloud.chunk.cut.Chunker;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSettings;
import io.oxicloud.db.DatabaseSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * One upload from memory into memory, without adopting it. Asks: does taking a stream in cost much more than the slowest of
 * what it is made of? Before: all on one thread. After: batches are settled on a second one.
 */
final class IngestRateBenchmark implements Benchmark {
    private static final double SHARE_TO_BEAT = 0.8;
    private static final String BEFORE = "ingest, before (one thread)";
    private static final String AFTER = "ingest, after (settled on a second thread)";
    private static final String READER = "chunker's time, of the reading thread's";
    private static final String CHUNKER_MILLIS = "chunker's processor time";
    private static final int SLAB = 1 << 16;

    /** As by default. */
    private static final int THREADS = StoreSettings.DEFAULTS.overlap();

    private static final int WATCHED = 10;
    private static final int FULL_ROUNDS = 15;
    private static final int FULL_MIB = 128;

    private final PostgresServer server;
    private final Database database;
    private final byte[] content;
    private final int rounds;
    private final ThreadMXBean threadTimes = ManagementFactory.getThreadMXBean();
    private int seed;

    /** Processor time of the last run through the chunker alone, and of the reading thread in the last upload. */
    private long chunkerNanos;

    private long readerNanos;

    private IngestRateBenchmark(PostgresServer server, Database database, int bytes, int rounds) {
        this.server = server;
        this.database = database;
        this.content = new byte[bytes];
        this.rounds = rounds;
    }

    static IngestRateBenchmark open(PostgresServer server, Sizes sizes) {
        var source = new DatabaseSource.Url(server.url(), PostgresServer.USER, new Secret(PostgresServer.USER));
        boolean quick = sizes.equals(Sizes.QUICK);
        return new IngestRateBenchmark(
                server,
                Database.open(source, DatabaseSettings.DEFAULTS, io.oxicloud.chunk.Entities.CLASSES),
                quick ? 20 << 20 : FULL_MIB << 20,
                quick ? 1 : FULL_ROUNDS);
    }

    @Override
    public void gate() throws IOException {
        List<Hash> hashes = new ArrayList<>();
        for (int threads : new int[] {0, THREADS}) {
            renew(7);
            try (var caches = new Caches(() -> 0);
                    var store = store(caches, threads);
                    ContentLease lease = store.ingest(new ByteArrayInputStream(content))) {
                hashes.add(lease.hash());
                checkEqual((long) content.length, lease.size(), "all bytes are taken");
                database.requests().retryingWrite("benchmark", scope -> {
                    new ChunkLedger().adopt(scope, lease);
                    return true;
                });
                try (var in = store.open(lease.hash()).stream()) {
                    check(Arrays.equals(content, in.readAllBytes()), "what went in comes out");
                }
            }
            database.requests().retryingWrite("benchmark", scope -> {
                for (String table : List.of("chunk_holder", "chunk_pin", "chunk_lease", "chunk", "manifest")) {
                    scope.session()
                            .createNativeMutationQuery("delete from " + table)
                            .executeUpdate();
                }
                return true;
            });
        }
        checkEqual(hashes.get(0), hashes.get(1), "both arms find the same digest");
    }

    @Override
    public Verdict measure(Page page) throws Exception {
        var profile = new IngestProfile(server);
        var warmUp = new IngestProfile(server);
        Map<String, List<Double>> rates = new HashMap<>();
        for (int round = -rounds / 3; round < rounds; round++) {
            Map<String, List<Double>> seen = round < 0 ? new HashMap<>() : rates; // first it warms up
            renew(++seed);
            note(seen, "chunker", chunk());
            note(seen, CHUNKER_MILLIS, chunkerNanos / 1e6);
            note(seen, "hash", hash());
            note(seen, "copy", copy());
            note(seen, BEFORE, ingest(0, warmUp));
            renew(++seed);
            note(seen, AFTER, ingest(THREADS, round < 0 ? warmUp : profile));
            note(seen, READER, chunkerNanos / (double) readerNanos);
        }
        page.line(
                "One stream of " + (content.length >> 20) + " MiB of random bytes, new ones for each upload; " + rounds
                        + " rounds, in each of which everything is measured in turn; medians. *Chunker*: cut and hash of each chunk,"
                        + " one thread. *Hash*: BLAKE3 of the whole. *Copy*: into an 8 MiB buffer.");
        page.line("");
        page.table("what", "MB/s", "share of the slowest part");
        double slowest = Stream.of("chunker", "hash", "copy")
                .mapToDouble(part -> median(rates, part))
                .min()
                .orElseThrow();
        for (String what : List.of("chunker", "hash", "copy", BEFORE, AFTER)) {
            page.row(what, Page.number(median(rates, what)), Page.number(median(rates, what) / slowest));
        }
        page.line("");
        page.line("In *after* the reading thread is at work for the time of the chunker divided by "
                + Page.number(median(rates, READER))
                + ", counted in processor time: with a processor for each thread, that is the share it can reach.");
        page.line("");
        profile.print(page, median(rates, CHUNKER_MILLIS));
        IngestProfile.printParts(page, () -> {
            for (int upload = 0; upload < (rounds > 1 ? WATCHED : 1); upload++) {
                renew(++seed);
                ingest(THREADS, warmUp);
            }
        });
        double after = median(rates, AFTER);
        Verdict enough = after >= SHARE_TO_BEAT * slowest ? Verdict.MET : Verdict.SHORT;
        Verdict verdict = after <= median(rates, BEFORE) ? Verdict.ROLL_BACK : enough;
        page.line("Verdict: **" + verdict + "**. To beat: " + SHARE_TO_BEAT
                + " of the slowest of chunker, hash and copy.");
        return verdict;
    }

    private static void note(Map<String, List<Double>> rates, String what, double rate) {
        rates.computeIfAbsent(what, unused -> new ArrayList<>()).add(rate);
    }

    private void renew(int newSeed) {
        new Random(newSeed).nextBytes(content);
    }

    private double chunk() {
        var chunks = new int[1];
        var chunker = new Chunker((length, digest) -> chunks[0]++);
        var bytes = new Bytes(content);
        long busy = threadTimes.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        for (int at = 0; at < content.length; at += SLAB) {
            chunker.update(bytes, at, Math.min(SLAB, content.length - at));
        }
        chunker.finish();
        double rate = rate(begin);
        chunkerNanos = threadTimes.getCurrentThreadCpuTime() - busy;
        check(chunks[0] > 0, "there are chunks");
        return rate;
    }

    private double hash() {
        var hash = new Blake3();
        var bytes = new Bytes(content);
        long begin = System.nanoTime();
        hash.update(bytes, 0, content.length);
        hash.digest(new int[8]);
        return rate(begin);
    }

    private double copy() {
        var target = new byte[8 << 20];
        long begin = System.nanoTime();
        for (int at = 0; at < content.length; at += target.length) {
            System.arraycopy(content, at, target, 0, Math.min(target.length, content.length - at));
        }
        return rate(begin);
    }

    private double ingest(int threads, IngestProfile profile) throws IOException {
        try (var caches = new Caches(() -> 0);
                var store = store(caches, threads)) {
            profile.begin();
            long busy = threadTimes.getCurrentThreadCpuTime();
            long begin = System.nanoTime();
            try (ContentLease lease = store.ingest(new ByteArrayInputStream(content))) {
                double rate = rate(begin);
                readerNanos = threadTimes.getCurrentThreadCpuTime() - busy;
                profile.end();
                check(lease.size() == content.length, "all bytes are taken");
                return rate;
            }
        }
    }

    private ChunkStore store(Caches caches, int threads) {
        var clock = Clock.systemUTC();
        return new ChunkStore(
                database.requests(),
                new MemoryBlobBackend(),
                caches,
                clock,
                new Ids(clock, new SecureRandom()),
                new StoreSettings(threads, 0, 0));
    }

    private double rate(long begin) {
        return content.length * 1e3 / (System.nanoTime() - begin);
    }

    private static double median(Map<String, List<Double>> rates, String what) {
        var sorted = new ArrayList<>(rates.getOrDefault(what, List.of()));
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    @Override
    public void close() {
        database.close();
    }
}
