package io.oxicloud.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Rounds in which all callers make the same call at once, with nothing in the cache. */
final class HerdLoop {
    private final int callers;
    private final ExecutorService threads;

    /** @param threads must have a thread for each caller at once; stays the maker's to shut down */
    HerdLoop(int callers, ExecutorService threads) {
        this.callers = callers;
        this.threads = threads;
    }

    Figures run(int rounds, Herd herd) throws Exception {
        var ready = new CyclicBarrier(callers + 1);
        var done = new CyclicBarrier(callers + 1);
        var begins = new long[callers];
        var ends = new long[callers];
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            int caller = i;
            running.add(threads.submit(() -> {
                for (int round = 0; round < rounds; round++) {
                    ready.await();
                    begins[caller] = System.nanoTime();
                    herd.call();
                    ends[caller] = System.nanoTime();
                    done.await();
                }
                return null;
            }));
        }
        var figures = new Figures(new Histogram(), new Histogram());
        for (int round = 0; round < rounds; round++) {
            herd.makeCold();
            long opened = System.nanoTime();
            ready.await();
            long released = herd.release(callers);
            done.await();
            figures.add(Math.max(opened, released), begins, ends);
        }
        for (Future<?> each : running) {
            each.get();
        }
        return figures;
    }

    /** What one arm does in a round. */
    interface Herd {
        /** Runs before the callers start. */
        void makeCold() throws Exception;

        void call() throws Exception;

        /**
         * Runs when the callers have been started: may wait for them all to be under way, and then let go what it holds
         * them up with.
         *
         * @return when they were let go, by {@link System#nanoTime}; or 0 if nothing held them up
         */
        default long release(int callers) throws Exception {
            return 0;
        }
    }

    /**
     * What the rounds took.
     *
     * @param walls from the release to the last caller's end, one for each round
     * @param waits of single callers, from the release or the caller's begin, whichever was later
     */
    record Figures(Histogram walls, Histogram waits) {
        private void add(long release, long[] begins, long[] ends) {
            long last = release;
            for (int i = 0; i < begins.length; i++) {
                last = Math.max(last, ends[i]);
                waits.record(ends[i] - Math.max(release, begins[i]));
            }
            walls.record(last - release);
        }

        double wallMillis(double part) {
            return walls.percentile(part) / 1e6;
        }

        double waitMillis(double part) {
            return waits.percentile(part) / 1e6;
        }
    }
}
