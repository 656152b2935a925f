package io.oxicloud.db;

import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;

/**
 * Which event numbers one node has read.
 *
 * <p>A number is given when its row is written and shows when its transaction commits: a lower one may come after a higher
 * one. So each number left out is a hole that may still be filled. A hole that stays for longer than any transaction lives
 * was a rollback. Not thread-safe.
 */
final class EventWindow {
    /** Longer than the transaction time-out and the longest wait for a commit. */
    private static final Duration LONGEST_COMMIT = Duration.ofMinutes(2);

    /** Rows are kept for three times as long. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private static final int MOST_HOLES = 10_000;

    /** By number, with the time at which it was first found missing. */
    private final TreeMap<Long, Instant> holes = new TreeMap<>();

    private long highest;
    private Instant lastLook;
    private boolean broken;

    /** @param highest every number up to here counts as read */
    EventWindow(long highest, Instant now) {
        this.highest = highest;
        this.lastLook = now;
    }

    /** Rows with larger numbers are to be read, in their order; some of them may be known. */
    long readAfter() {
        return holes.isEmpty() ? highest : holes.firstKey() - 1;
    }

    /** Rows were read, at this time of the database. Forgets holes that nobody will fill any more. */
    void looked(Instant now) {
        broken |= now.isAfter(lastLook.plus(LONGEST_PAUSE));
        lastLook = now;
        holes.values().removeIf(since -> since.isBefore(now.minus(LONGEST_COMMIT)));
    }

    /** True if the number is new. */
    boolean take(long number) {
        if (number <= highest) {
            return holes.remove(number) != null;
        }
        broken |= holes.size() + number - highest > MOST_HOLES;
        for (long missing = Math.max(highest + 1, number - MOST_HOLES); missing < number; missing++) {
            holes.put(missing, lastLook);
        }
        highest = number;
        return true;
    }

    /** Rows may have been missed: too much is missing to keep account of, or it was too long since the last look. */
    boolean broken() {
        return broken;
    }
}
