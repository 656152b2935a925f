package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.check;
import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.ForwardingBlobBackend;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.chunk.Drain;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Sixty-four chunks go to a client in order, from a store that takes a while to answer. Asks: how long does that take, and how much
 * is in memory meanwhile? Before: one chunk after the other. After: the product's window.
 */
final class DrainBenchmark implements Benchmark {
    private static final double MILLIS_TO_BEAT = 51;

    private static final int[] WINDOWS = {1, 2, 4, 8, 16};
    private static final int CHUNKS = 64;
    private static final int CHUNK_BYTES = 256 << 10;
    private static final long ANSWER_NANOS = 5_000_000;
    private static final long SEED = 5;

    private final Sizes sizes;
    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final List<Hash> digests = new ArrayList<>();
    private final Blake3 hash = new Blake3();

    DrainBenchmark(Sizes sizes) throws IOException {
        this.sizes = sizes;
        var random = new Random(SEED);
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int i = 0; i < CHUNKS; i++) {
            random.nextBytes(chunk);
            Hash digest = digest(chunk);
            digests.add(digest);
            try (var batch = memory.batch()) {
                batch.put(Drain.name(digest), ByteBuffer.wrap(chunk));
                batch.sync();
            }
        }
    }

    private Hash digest(byte[] bytes) {
        int[] words = new int[8];
        hash.reset();
        hash.update(new Bytes(bytes), 0, bytes.length);
        hash.digest(words);
        return Hash.ofWords(words);
    }

    @Override
    public void gate() throws Exception {
        byte[] expected = drained(new Far(() -> 0), 1);
        for (int window : new int[] {2, 8, 16}) {
            var far = new Far(() -> ANSWER_NANOS);
            checkEqual(
                    digest(expected),
                    digest(drained(far, window)),
                    "the same bytes in the same order, window " + window);
            checkEqual(CHUNKS, far.opened.get(), "each chunk is opened once");
            check(far.mostAtHand.get() <= window, "no more at hand than the window of " + window);
        }
        for (int lost : new int[] {0, 1, 31}) {
            for (int window : new int[] {1, 8}) {
                var far = new Far(() -> 0);
                far.lost = Drain.name(digests.get(lost));
                var out = new Client(far);
                boolean failed = false;
                try (var drain = new Drain(digests, CHUNK_BYTES, window)) {
                    drain.drain(far, out);
                } catch (CloudException e) {
                    failed = true;
                }
                check(failed, "a lost chunk is told");
                checkEqual(lost, out.chunks, "all before the lost chunk were sent, and no other");
            }
        }
    }

    private byte[] drained(Far far, int window) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var drain = new Drain(digests, CHUNK_BYTES, window)) {
            drain.drain(far, new OutputStream() {
                private final Client client = new Client(far);

                @Override
                public void write(int one) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void write(byte[] some) throws IOException {
                    client.write(some);
                    bytes.write(some);
                }
            });
        }
        return bytes.toByteArray();
    }

    @Override
    public Verdict measure(Page page) throws Exception {
        page.line("""
                64 chunks of 256 KiB, each checked against its digest. *5 ms*: the store answers each request after that time; *0*: at
                once, as a local disk does from its cache; *uneven*: after 5 ms on average, exponentially, and one in a hundred after
                100 ms more. The median of %,d drains, arms in turn. *At hand*: the most chunks that were asked for and not sent.
                """.formatted(rounds()));
        page.table("store", "window", "ms", "times", "at hand");
        double before = 0;
        double after = 0;
        for (Store store : Store.values()) {
            List<Row> rows = rows(store);
            for (int i = 0; i < WINDOWS.length; i++) {
                Row row = rows.get(i);
                page.row(
                        store.words,
                        Page.number(WINDOWS[i]),
                        Page.number(row.millis),
                        Page.number(rows.get(0).millis / row.millis),
                        Page.number(row.atHand));
                if (store == Store.FAR) {
                    before = i == 0 ? row.millis : before;
                    after = WINDOWS[i] == Drain.usual() ? row.millis : after;
                }
            }
        }
        Verdict verdict = after >= before ? Verdict.ROLL_BACK : after <= MILLIS_TO_BEAT ? Verdict.MET : Verdict.SHORT;
        page.line("");
        page.line("Verdict: **" + verdict + "**. To beat, with 5 ms and a window of " + Drain.usual() + ": "
                + Page.number(MILLIS_TO_BEAT) + " ms. Here: " + Page.number(after) + " ms, before "
                + Page.number(before) + " ms. No less than "
                + Page.number(ANSWER_NANOS / 1e6 * CHUNKS / Drain.usual()) + " ms is possible.");
        return verdict;
    }

    private enum Store {
        FAR("5 ms"),
        NEAR("0"),
        UNEVEN("uneven");

        private final String words;

        Store(String words) {
            this.words = words;
        }

        LongSupplier answers() {
            var random = new Random(SEED);
            return switch (this) {
                case FAR -> () -> ANSWER_NANOS;
                case NEAR -> () -> 0;
                case UNEVEN ->
                    () -> {
                        synchronized (random) {
                            double tail = random.nextInt(100) == 0 ? 20 : 0;
                            return (long) (ANSWER_NANOS * (tail - Math.log(1 - random.nextDouble())));
                        }
                    };
            };
        }
    }

    private int rounds() {
        return Math.max(5, sizes.rounds() / 20);
    }

    /** For each window. */
    private List<Row> rows(Store store) throws IOException {
        List<Drain> drains = new ArrayList<>();
        List<Histogram> times = new ArrayList<>();
        int[] atHand = new int[WINDOWS.length];
        for (int window : WINDOWS) {
            drains.add(new Drain(digests, CHUNK_BYTES, window));
            times.add(new Histogram());
        }
        for (int round = -rounds() / 4; round < rounds(); round++) {
            for (int i = 0; i < WINDOWS.length; i++) {
                var far = new Far(store.answers());
                long begin = System.nanoTime();
                drains.get(i).drain(far, new Client(far));
                if (round >= 0) {
                    times.get(i).record(System.nanoTime() - begin);
                    atHand[i] = Math.max(atHand[i], far.mostAtHand.get());
                }
            }
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < WINDOWS.length; i++) {
            drains.get(i).close();
            rows.add(new Row(times.get(i).percentile(0.5) / 1e6, atHand[i]));
        }
        return rows;
    }

    @Override
    public void close() {}

    private record Row(double millis, int atHand) {}

    /** Takes what is sent, and counts. */
    private static final class Client extends OutputStream {
        private final Far far;
        private int chunks;

        Client(Far far) {
            this.far = far;
        }

        @Override
        public void write(int one) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(byte[] some) {
            if (some.length == CHUNK_BYTES) {
                chunks++;
                far.sent.incrementAndGet();
            }
        }
    }

    /** Answers after a while, by the clock and not by the number of naps. */
    private final class Far extends ForwardingBlobBackend {
        private final LongSupplier nanos;
        private final AtomicInteger opened = new AtomicInteger();
        private final AtomicInteger sent = new AtomicInteger();
        private final AtomicInteger mostAtHand = new AtomicInteger();
        private BlobName lost = new BlobName(Hash.of(new byte[Hash.LENGTH]), 0);

        Far(LongSupplier nanos) {
            super(memory);
            this.nanos = nanos;
        }

        @Override
        public InputStream open(BlobName name) throws IOException {
            long until = System.nanoTime() + nanos.getAsLong();
            mostAtHand.accumulateAndGet(opened.incrementAndGet() - sent.get(), Math::max);
            for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new IOException("given up");
                }
                LockSupport.parkNanos(left);
            }
            if (name.equals(lost)) {
                throw new NoSuchFileException(name.toString());
            }
            return super.open(name);
        }
    }
}
