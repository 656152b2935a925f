package io.oxicloud.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that each make a call as soon as the one before is answered. */
final class ClosedLoop {
    private final int threads;
    private final Duration window;

    ClosedLoop(int threads, Duration window) {
        this.threads = threads;
        this.window = window;
    }

    /** Runs one window. */
    Figures run(Call call) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            long begin = System.nanoTime();
            long end = begin + window.toNanos();
            List<Callable<Worked>> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int first = i * 7_919; // so that threads that pick users do not walk in step
                workers.add(() -> work(call, first, end));
            }
            var latencies = new Histogram();
            long bytes = 0;
            for (Future<Worked> each : pool.invokeAll(workers)) {
                latencies.add(each.get().latencies());
                bytes += each.get().bytes();
            }
            return new Figures(latencies, bytes, System.nanoTime() - begin);
        } finally {
            pool.shutdownNow();
        }
    }

    /**
     * Nanoseconds of a call on this thread, in the median of many rows of calls.
     *
     * @param inRow calls in a row, after which the clock is read
     */
    double nanosPerCall(int inRow, Call call) throws Exception {
        var rows = new Histogram();
        int number = 0;
        int sink = 0;
        long begin = System.nanoTime();
        long last = begin;
        while (last - begin < 2 * window.toNanos()) {
            for (int i = 0; i < inRow; i++) {
                sink += call.make(number++);
            }
            long now = System.nanoTime();
            if (now - begin > window.toNanos()) { // before, it warms up
                rows.record(now - last);
            }
            last = now;
        }
        GateFailedException.check(sink != 1, "all answers are used");
        return rows.percentile(0.5) / (double) inRow;
    }

    /** A latency runs from the end of one call to the end of the next: what the loop itself costs is in it. */
    private static Worked work(Call call, int first, long end) throws Exception {
        var threadBean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var latencies = new Histogram();
        int number = first;
        int sink = 0;
        long bytesBefore = threadBean.getCurrentThreadAllocatedBytes();
        long last = System.nanoTime();
        while (last < end) {
            sink += call.make(number++);
            long now = System.nanoTime();
            latencies.record(now - last);
            last = now;
        }
        long bytes = threadBean.getCurrentThreadAllocatedBytes() - bytesBefore;
        return new Worked(latencies, bytes, sink);
    }

    /** One request. */
    @FunctionalInterface
    interface Call {
        /**
         * @param number counts up in each thread
         * @return anything that depends on the answer, so that the call is not optimised away
         */
        int make(int number) throws Exception;
    }

    private record Worked(Histogram latencies, long bytes, int sink) {}

    /** What all threads did together. */
    record Figures(Histogram latencies, long bytes, long nanos) {
        double perSecond() {
            return latencies.count() * 1e9 / nanos;
        }

        double p50Micros() {
            return latencies.percentile(0.5) / 1e3;
        }

        double p99Micros() {
            return latencies.percentile(0.99) / 1e3;
        }

        double bytesPerCall() {
            return (double) bytes / latencies.count();
        }
    }
}
