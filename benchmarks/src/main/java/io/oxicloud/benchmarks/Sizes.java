package io.oxicloud.benchmarks;

import java.time.Duration;

/**
 * How long a benchmark takes.
 *
 * @param window of each closed loop
 * @param rounds of each herd
 * @param crowd callers of the largest herd
 * @param users in the database
 * @param upload MiB of each upload
 * @param jmh whether what takes nanoseconds is also measured by JMH, in a JVM of its own
 */
record Sizes(Duration window, int rounds, int crowd, int users, int upload, boolean jmh) {
    /** For figures that count. */
    static final Sizes FULL = new Sizes(Duration.ofSeconds(4), 1_000, 1_000, 1_000, 128, true);

    /** To see that it runs. */
    static final Sizes QUICK = new Sizes(Duration.ofMillis(100), 6, 64, 20, 16, false);
}
