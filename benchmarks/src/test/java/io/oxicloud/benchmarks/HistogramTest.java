package io.oxicloud.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistogramTest {
    private static final long SEED = 11;

    @Test
    void percentilesAreAtMostATwoPercentAboveTheTruth() {
        var random = new Random(SEED);
        var histogram = new Histogram();
        var values = new long[50_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = (long) Math.exp(random.nextDouble() * 24); // 1 ns to 26 s
            histogram.record(values[i]);
        }
        Arrays.sort(values);

        for (double part : new double[] {0.001, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1}) {
            long exact = values[(int) Math.ceil(part * values.length) - 1];
            long read = histogram.percentile(part);
            assertTrue(
                    read >= exact && read <= exact * 1.02,
                    "seed " + SEED + ", " + part + ": " + read + " for " + exact);
        }
    }

    @Test
    void histogramsAddUp() {
        var sum = new Histogram();
        for (long value : new long[] {5, 0, -3, Long.MAX_VALUE}) {
            var one = new Histogram();
            one.record(value);
            sum.add(one);
        }

        assertEquals(4, sum.count());
        assertEquals(0, sum.percentile(0.5));
        assertEquals(5, sum.percentile(0.75));
        assertEquals((1L << 40) - 1, sum.percentile(1));
        assertEquals(0, new Histogram().percentile(0.5));
    }
}
