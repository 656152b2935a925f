package io.oxicloud.cache;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of one cache.
 *
 * @param entries how many values are kept at most
 * @param ttl how long a value is kept after it was loaded, in whole milliseconds; null for values that never change
 */
public record CacheSettings(long entries, @Nullable Duration ttl) {
    public CacheSettings {
        if (entries < 1) {
            throw new IllegalArgumentException("a cache holds at least 1 entry, not " + entries);
        }
        if (ttl != null && ttl.toMillis() < 1) {
            throw new IllegalArgumentException("a cached value lives at least 1 ms, not " + ttl);
        }
    }

    /** For values that never change. */
    public static CacheSettings immutable(long entries) {
        return new CacheSettings(entries, null);
    }

    public static CacheSettings expiring(long entries, Duration ttl) {
        return new CacheSettings(entries, ttl);
    }
}
