package io.oxicloud.cache;

import org.ehcache.core.spi.service.StatisticsService;

/** What Ehcache counts about one of its caches anyway. */
record HeapStatistics(StatisticsService service, String cache) {
    long hits() {
        return service.getCacheStatistics(cache).getCacheHits();
    }

    long evictions() {
        return service.getCacheStatistics(cache).getCacheEvictions();
    }

    long entries() {
        return service.getCacheStatistics(cache).getTierStatistics().values().stream()
                .mapToLong(tier -> tier.getMappings())
                .sum();
    }
}
