package io.oxicloud.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.cache.CacheSettings;
import io.oxicloud.cache.Caches;
import io.oxicloud.rest.CacheUse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheReportTest {
    @Test
    void itTellsWhatEachCacheDid() {
        try (var caches = new Caches(() -> 0)) {
            var settings = CacheSettings.expiring(10, Duration.ofMinutes(1));
            var warm = caches.<String, String>create("warm", settings);
            caches.<String, String>create("cold", settings);
            for (int i = 0; i < 4; i++) {
                warm.get("key", key -> "value");
            }

            assertEquals(
                    List.of(new CacheUse("cold", 0, 0, 0, 0, 0, 0, null), new CacheUse("warm", 3, 1, 1, 0, 1, 0, 0.75)),
                    new CacheReport(caches).get());
        }
    }
}
