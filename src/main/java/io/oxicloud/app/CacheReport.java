package io.oxicloud.app;

import io.oxicloud.cache.CacheFigures;
import io.oxicloud.cache.Caches;
import io.oxicloud.rest.CacheUse;
import java.util.List;
import java.util.function.Supplier;

/** The figures of all caches as the API tells them, which does not know caches. */
public record CacheReport(Caches caches) implements Supplier<List<CacheUse>> {
    @Override
    public List<CacheUse> get() {
        return caches.figures().entrySet().stream()
                .map(cache -> use(cache.getKey(), cache.getValue()))
                .toList();
    }

    private static CacheUse use(String name, CacheFigures did) {
        return new CacheUse(
                name, did.hits(), did.misses(), did.loads(), did.failures(), did.entries(), did.evictions());
    }
}
