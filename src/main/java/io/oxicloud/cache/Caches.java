package io.oxicloud.cache;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ehcache.Cache;
import org.ehcache.CacheManager;
import org.ehcache.Status;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ExpiryPolicyBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.config.units.EntryUnit;
import org.ehcache.core.internal.statistics.DefaultStatisticsService;
import org.ehcache.core.spi.service.StatisticsService;
import org.ehcache.impl.internal.TimeSourceConfiguration;
import org.jspecify.annotations.Nullable;

/** Makes every cache of one running system, all on the heap, and knows their figures. Thread-safe. */
public final class Caches implements AutoCloseable {
    private final StatisticsService statistics = new DefaultStatisticsService();
    private final Map<String, Supplier<CacheFigures>> figures = new ConcurrentHashMap<>();
    private final CacheManager manager;

    /** @param clockMillis milliseconds, by which values expire: never negative; steps of a wall clock do no harm */
    public Caches(LongSupplier clockMillis) {
        this.manager = CacheManagerBuilder.newCacheManagerBuilder()
                .using(statistics)
                .using(new TimeSourceConfiguration(clockMillis::getAsLong))
                .build(true);
    }

    /** @throws IllegalArgumentException if there is a cache of that name */
    public <K, V> SingleFlightCache<K, V> create(String name, CacheSettings settings) {
        Cache<K, V> values = heap(name, settings.entries(), settings.ttl());
        var cache = new SingleFlightCache<>(name, values, new HeapStatistics(statistics, name));
        figures.put(name, cache::figures);
        return cache;
    }

    /**
     * A cache of whole contents.
     *
     * @param bytes never exceeded by what is kept; at least two pages more than {@code hotBytes}
     * @param hotBytes the part of them that is for whole contents that were asked for again
     * @throws IllegalArgumentException if there is a cache of that name
     */
    public PageCache pages(String name, long bytes, long hotBytes) {
        int count = PageCache.pagesWithin(bytes - hotBytes);
        Cache<PageKey, byte[]> pages = heap(name, count, null);
        var hot = new HotContents(hotBytes / PageCache.PAGE_BYTES);
        var cache = new PageCache(name, count, pages, new HeapStatistics(statistics, name), hot);
        figures.put(name, cache::figures);
        return cache;
    }

    /** What each cache did so far, by its name. */
    public Map<String, CacheFigures> figures() {
        var now = new TreeMap<String, CacheFigures>();
        figures.forEach((name, cache) -> now.put(name, cache.get()));
        return now;
    }

    // Ehcache compares classes only to refuse what does not fit; on the heap it stores references of any type.
    @SuppressWarnings("unchecked")
    private <K, V> Cache<K, V> heap(String name, long entries, @Nullable Duration ttl) {
        return (Cache<K, V>) manager.createCache(
                name,
                CacheConfigurationBuilder.newCacheConfigurationBuilder(
                                Object.class,
                                Object.class,
                                ResourcePoolsBuilder.newResourcePoolsBuilder().heap(entries, EntryUnit.ENTRIES))
                        .withExpiry(
                                ttl == null
                                        ? ExpiryPolicyBuilder.noExpiration()
                                        : ExpiryPolicyBuilder.timeToLiveExpiration(ttl)));
    }

    /** Drops everything kept. A cache used afterwards throws IllegalStateException. */
    @Override
    public void close() {
        figures.clear();
        if (manager.getStatus() == Status.AVAILABLE) {
            manager.close();
        }
    }
}
