package io.oxicloud.blob.remote;

import java.time.Duration;

/**
 * How often to try again, and after which pauses.
 *
 * @param retries after the first try; 0 for none
 * @param firstPause before the first of them
 * @param longestPause whatever the number of tries
 * @param growth how many times as long each pause is as the one before, 1 at least
 */
public record RetrySettings(int retries, Duration firstPause, Duration longestPause, double growth) {
    public static final RetrySettings DEFAULTS =
            new RetrySettings(3, Duration.ofMillis(100), Duration.ofSeconds(10), 2.0);

    public RetrySettings {
        if (retries < 0 || firstPause.isNegative() || longestPause.compareTo(firstPause) < 0 || !(growth >= 1)) {
            throw new IllegalArgumentException("retries must be 0 or more, pauses may not shrink, was " + retries + ", "
                    + firstPause + " to " + longestPause + ", times " + growth);
        }
    }

    /** Before the retry of that number, the first of which is 0. */
    Duration pause(int retry) {
        double millis = firstPause.toMillis() * Math.pow(growth, retry);
        return Duration.ofMillis(Math.min((long) millis, longestPause.toMillis()));
    }
}
