package io.oxicloud.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.Hash;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CachesTest {
    private record Key(int drive, String name) {}

    private record Value(String text, List<byte[]> parts) {}

    /** Ehcache's byte-bounded caches keep no records and say nothing: ours keep whatever they are given. */
    @Test
    void everyKindOfCacheGivesBackWhatWasPut() throws IOException {
        try (var caches = new Caches(() -> 0)) {
            SingleFlightCache<Key, Value> expiring =
                    caches.create("expiring", CacheSettings.expiring(10, Duration.ofSeconds(1)));
            SingleFlightCache<Key, Value> immutable = caches.create("immutable", CacheSettings.immutable(10));
            PageCache pages = caches.pages("pages", 1 << 20, 0);
            var value = new Value("v", List.of(new byte[1 << 20]));

            expiring.get(new Key(1, "a"), key -> value);
            immutable.get(new Key(1, "a"), key -> value);
            pages.get(Hash.of(new byte[32]), 3, content -> new ByteArrayInputStream(new byte[3]));

            assertEquals(Optional.of(value), expiring.peek(new Key(1, "a")));
            assertEquals(Optional.of(value), immutable.peek(new Key(1, "a")));
            pages.get(Hash.of(new byte[32]), 3, content -> {
                throw new IOException("read again");
            });
            assertEquals(
                    Set.of("expiring", "immutable", "pages"), caches.figures().keySet());
            caches.figures().forEach((name, figures) -> assertEquals(1, figures.entries(), name));
            assertEquals(new CacheFigures(1, 1, 1, 0, 1, 0), caches.figures().get("pages"));
            assertEquals(new CacheFigures(1, 1, 1, 0, 1, 0), caches.figures().get("expiring"));
        }
    }

    @Test
    void aNameIsTakenOnce() {
        try (var caches = new Caches(() -> 0)) {
            caches.create("one", CacheSettings.immutable(1));

            assertThrows(IllegalArgumentException.class, () -> caches.create("one", CacheSettings.immutable(1)));
            assertThrows(IllegalArgumentException.class, () -> caches.pages("one", 1 << 20, 0));
        }
    }

    @Test
    void boundsThatHoldNothingAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> CacheSettings.immutable(0));
        assertThrows(IllegalArgumentException.class, () -> CacheSettings.expiring(1, Duration.ofNanos(999_999)));
        try (var caches = new Caches(() -> 0)) {
            assertThrows(IllegalArgumentException.class, () -> caches.pages("tiny", PageCache.PAGE_BYTES, 0));
        }
    }

    @Test
    void closingLeavesNoThreadAndMayBeRepeated() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        var caches = new Caches(() -> 0);
        SingleFlightCache<String, String> cache =
                caches.create("closed", CacheSettings.expiring(10, Duration.ofSeconds(1)));
        cache.get("a", key -> "value");
        caches.pages("contents", 1 << 20, 0);

        caches.close();
        caches.close();

        var left = new HashSet<>(Thread.getAllStackTraces().keySet());
        left.removeAll(before);
        left.removeIf(thread -> thread.getThreadGroup() == null
                || "system".equals(thread.getThreadGroup().getName()));
        assertEquals(Set.of(), left);
        assertThrows(IllegalStateException.class, () -> cache.get("a", key -> "value"));
        assertEquals(Set.of(), caches.figures().keySet());
    }
}
