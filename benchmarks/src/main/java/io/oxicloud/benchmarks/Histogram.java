package io.oxicloud.benchmarks;

/** Durations in nanoseconds, counted in buckets at most 1/64 apart, from 0 to 2^40 (18 minutes). For one thread. */
final class Histogram {
    private static final int STEPS = 64;
    private static final int MAX_EXPONENT = 40;

    private final long[] counts = new long[STEPS * (MAX_EXPONENT + 1)];
    private long total;

    void record(long nanos) {
        counts[bucket(nanos)]++;
        total++;
    }

    void add(Histogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
    }

    long count() {
        return total;
    }

    /** The upper end of the bucket below which the given part (0 to 1) of all durations lies; 0 if there is none. */
    long percentile(double part) {
        long wanted = Math.max(1, (long) Math.ceil(part * total));
        long seen = 0;
        for (int i = 0; i < counts.length && total > 0; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return upperEnd(i);
            }
        }
        return 0;
    }

    private static int bucket(long nanos) {
        long value = Math.max(0, Math.min(nanos, (1L << MAX_EXPONENT) - 1));
        if (value < STEPS) {
            return (int) value;
        }
        int shift = 63 - Long.numberOfLeadingZeros(value) - 6;
        return STEPS * (shift + 1) + (int) (value >>> shift) - STEPS;
    }

    private static long upperEnd(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int shift = bucket / STEPS - 1;
        return ((long) (bucket % STEPS + STEPS + 1) << shift) - 1;
    }
}
