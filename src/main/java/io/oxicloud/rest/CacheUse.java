package io.oxicloud.rest;

import org.jspecify.annotations.Nullable;

/**
 * What one cache of this node did since the start. Counters are read one after another and need not add up while others
 * work.
 *
 * @param hits look-ups answered from memory
 * @param misses look-ups that loaded or waited for another caller's load
 * @param loads loads begun
 * @param failures loads that failed
 * @param entries values in memory now; pages in a cache of contents
 * @param evictions values (or pages) pushed out by the bound
 * @param hitRatio hits among all look-ups, 0 to 1; null before the first
 */
public record CacheUse(
        String name,
        long hits,
        long misses,
        long loads,
        long failures,
        long entries,
        long evictions,
        @Nullable Double hitRatio) {
    public CacheUse(String name, long hits, long misses, long loads, long failures, long entries, long evictions) {
        this(name, hits, misses, loads, failures, entries, evictions, ratio(hits, hits + misses));
    }

    private static @Nullable Double ratio(long hits, long lookUps) {
        return lookUps == 0 ? null : (double) hits / lookUps;
    }
}
