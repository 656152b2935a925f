package io.oxicloud.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thread, and arms that take turns, round after round: what disturbs the machine meets all of them alike. The figures
 * are medians over the rounds.
 */
final class Turns {
    private final int rounds;
    private final int warmUp;

    /** Kept, so that no call is optimised away. */
    private volatile @Nullable Object last;

    /** @param rounds that count */
    Turns(int rounds) {
        this(rounds, rounds);
    }

    /** @param warmUp rounds that come first and do not count */
    Turns(int rounds, int warmUp) {
        this.rounds = rounds;
        this.warmUp = warmUp;
    }

    /** @param calls of each arm in a round; one clock reading is spread over them */
    List<Figures> run(int calls, List<Call> arms) {
        List<Histogram> times = new ArrayList<>();
        long[] bytes = new long[arms.size()];
        arms.forEach(arm -> times.add(new Histogram()));
        var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int round = -warmUp; round < rounds; round++) {
            for (int i = 0; i < arms.size(); i++) {
                int arm = (i + round + warmUp) % arms.size();
                Call call = arms.get(arm);
                long allocated = thread.getCurrentThreadAllocatedBytes();
                long begin = System.nanoTime();
                for (int made = 0; made < calls; made++) {
                    last = call.make();
                }
                long nanos = System.nanoTime() - begin;
                if (round >= 0) {
                    times.get(arm).record(nanos);
                    bytes[arm] += thread.getCurrentThreadAllocatedBytes() - allocated;
                }
            }
        }
        GateFailedException.check(last != null, "every call answers");
        List<Figures> figures = new ArrayList<>();
        for (int arm = 0; arm < bytes.length; arm++) {
            double nanos = (double) times.get(arm).percentile(0.5) / calls;
            figures.add(new Figures(nanos, (double) bytes[arm] / calls / rounds));
        }
        return figures;
    }

    /** One call of an arm; gives all that it was made for. */
    @FunctionalInterface
    interface Call {
        @Nullable
        Object make();
    }

    /**
     * What one call costs.
     *
     * @param nanos the median round's
     * @param bytes allocated, on average
     */
    record Figures(double nanos, double bytes) {}
}
