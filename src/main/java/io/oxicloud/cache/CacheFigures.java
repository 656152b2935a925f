package io.oxicloud.cache;

/**
 * What a cache did since the start. Counters are read one after another, so that they need not add up while others work.
 *
 * @param hits look-ups answered from memory
 * @param misses look-ups that loaded or waited for another caller's load
 * @param loads loads begun
 * @param failures loads that failed
 * @param entries values in memory now; pages in a {@link PageCache}, those of whole contents counted apart
 * @param evictions values (or pages) pushed out by the bound
 */
public record CacheFigures(long hits, long misses, long loads, long failures, long entries, long evictions) {}
