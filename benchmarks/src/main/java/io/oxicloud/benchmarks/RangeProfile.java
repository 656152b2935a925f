package io.oxicloud.benchmarks;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import io.oxicloud.cache.Caches;
import io.oxicloud.cache.PageCache;
import io.oxicloud.cache.PagedBytes;
import java.io.ByteArrayInputStream;
import java.util.Objects;
import java.util.UUID;
import java.util.function.IntFunction;

/** What the time of a range is made of, on one thread: each step does what the one before does, and one thing more. */
final class RangeProfile implements AutoCloseable {
    private static final long CACHE_BYTES = 100L << 20;

    private static final int QUERIES_IN_ROW = 10;
    private static final int IN_ROW = 1_000;

    private final Page page;
    private final ClosedLoop loop;
    private final IntFunction<ByteRange> ranges;
    private final Caches caches = new Caches(System::currentTimeMillis);

    /** Of the step before. */
    private double nanos;

    /** @param ranges which one each call asks for */
    RangeProfile(Page page, ClosedLoop loop, IntFunction<ByteRange> ranges) {
        this.page = page;
        this.loop = loop;
        this.ranges = ranges;
        page.line(
                "Step by step, on one thread: each row does what the one above does, and one thing more. The clock is read"
                        + " once in " + QUERIES_IN_ROW + " calls of *before* and " + IN_ROW
                        + " of *after*, but for the row that says so;"
                        + " medians.");
        page.line("");
        page.table("arm, step", "ns", "more than above");
    }

    void print(QueriedRange before, UUID file, IngestWorld world, Hash content, byte[] bytes) throws Exception {
        double queried = before(before, file);
        double atHand = after(world, content, bytes);
        var latencies = new Histogram();
        double clocked = step("after: and the clock, read and noted after each call", i -> {
            int available = world.open(content, ranges.apply(i)).available();
            latencies.record(System.nanoTime() - i);
            return available;
        });
        page.line("");
        double clock = clocked - atHand;
        page.line("The limit: the clock alone takes " + Page.number(clock)
                + " ns of each call above, so that no *after* could be"
                + " more than " + Page.number(queried / clock) + " times as quick as *before* ("
                + Page.number(queried / 1e3)
                + " µs) there, were it to take no time at all. Without the clock: " + Page.number(queried / atHand)
                + " times.");
        page.line("");
    }

    private double before(QueriedRange before, UUID file) throws Exception {
        step("before: a connection from the pool, and back", i -> before.connect());
        step("before: a query and its answer", i -> before.ask(file));
        step("before: its row, decoded", i -> before.content(file).length());
        step("before: the file, opened and closed", i -> (int) before.open(file));
        return step("before: 256 KiB, read into a new array", i -> before.read(file, ranges.apply(i)).length);
    }

    private double after(IngestWorld world, Hash content, byte[] bytes) throws Exception {
        PageCache cache = caches.pages("benchmark", CACHE_BYTES, CACHE_BYTES / 2);
        for (int i = 0; i < 2; i++) {
            cache.get(
                    content,
                    bytes.length,
                    unused -> new ByteArrayInputStream(bytes)); // kept as a whole from the second on
        }
        nanos = 0;
        step("after: a loop that does nothing", i -> i);
        step("after: the content is found", i -> found(cache, content).length());
        step("after: a view of the range", i -> slice(cache, content, i).length());
        step("after: a stream of it", i -> slice(cache, content, i).open().available());
        return step(
                "after: through the store's door",
                i -> world.open(content, ranges.apply(i)).available());
    }

    private double step(String what, ClosedLoop.Call call) throws Exception {
        double median = loop.nanosPerCall(what.startsWith("before") ? QUERIES_IN_ROW : IN_ROW, call);
        page.row(what, Page.number(median), Page.number(median - nanos));
        nanos = median;
        return median;
    }

    private PagedBytes slice(PageCache cache, Hash content, int number) {
        ByteRange range = ranges.apply(number);
        return found(cache, content).slice((int) range.start(), (int) range.length());
    }

    private static PagedBytes found(PageCache cache, Hash content) {
        return Objects.requireNonNull(cache.peek(content));
    }

    @Override
    public void close() {
        caches.close();
    }
}
