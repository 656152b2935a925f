package io.oxicloud.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SingleFlightCacheTest {
    private final AtomicLong millis = new AtomicLong(1_000_000);
    private final Caches caches = new Caches(millis::get);

    @AfterEach
    void closeCaches() {
        caches.close();
    }

    private SingleFlightCache<String, String> cache() {
        return caches.create("names", CacheSettings.expiring(100, Duration.ofSeconds(30)));
    }

    @Test
    void aLoadedValueIsKept() {
        var cache = cache();

        assertEquals("loaded a", cache.get("a", key -> "loaded " + key));
        assertEquals("loaded a", cache.get("a", key -> "again"));
        assertEquals(Optional.of("loaded a"), cache.peek("a"));
        assertEquals(Optional.empty(), cache.peek("b"));
    }

    @Test
    void aValueLivesUntilItsTtlEnds() {
        var cache = cache();
        cache.get("a", key -> "old");

        millis.addAndGet(29_999);
        assertEquals("old", cache.get("a", key -> "new"));
        millis.addAndGet(1);
        assertEquals("new", cache.get("a", key -> "new"));
    }

    @Test
    void aValueWithoutTtlOutlivesEverything() {
        SingleFlightCache<String, String> cache = caches.create("immutable", CacheSettings.immutable(10));
        cache.get("a", key -> "old");

        millis.addAndGet(Duration.ofDays(3_650).toMillis());

        assertEquals("old", cache.get("a", key -> "new"));
    }

    @Test
    void theEntryBoundHolds() {
        SingleFlightCache<Integer, Integer> cache = caches.create("small", CacheSettings.immutable(50));

        for (int key = 0; key < 1_000; key++) {
            cache.get(key, k -> k);
        }

        assertEquals(50, cache.figures().entries());
        assertEquals(950, cache.figures().evictions());
    }

    @Test
    void aHerdOfColdCallersLoadsOnce() throws Exception {
        var cache = cache();
        var loads = new AtomicInteger();

        List<Object> outcomes = Herd.of(
                32,
                () -> cache.get("a", key -> {
                    awaitMisses(cache, 32);
                    return "value " + loads.incrementAndGet();
                }));

        assertEquals(Collections.nCopies(32, "value 1"), outcomes);
        assertEquals(new CacheFigures(0, 32, 1, 0, 1, 0), cache.figures());
    }

    @Test
    void aFailingLoadFailsForTheWholeHerdAndTheNextCallLoadsAgain() throws Exception {
        var cache = cache();
        var loads = new AtomicInteger();
        var failure = new CloudException(ErrorCode.BACKEND_DOWN, "no database");

        List<Object> outcomes = Herd.of(
                32,
                () -> cache.get("a", key -> {
                    loads.incrementAndGet();
                    awaitMisses(cache, 32);
                    throw failure;
                }));

        assertEquals(Collections.nCopies(32, failure), outcomes);
        assertEquals(1, loads.get());
        assertEquals("value", cache.get("a", key -> "value"));
        assertEquals(new CacheFigures(0, 33, 2, 1, 1, 0), cache.figures());
    }

    @Test
    void anErrorReachesTheHerdAsItIs() throws Exception {
        var cache = cache();
        var failure = new StackOverflowError();

        List<Object> outcomes = Herd.of(
                8,
                () -> cache.get("a", key -> {
                    awaitMisses(cache, 8);
                    throw failure;
                }));

        assertEquals(Collections.nCopies(8, failure), outcomes);
    }

    @Test
    @SuppressWarnings("NullAway") // what a careless loader does
    void nullIsRefusedAndNotKept() {
        var cache = cache();

        var refused = assertThrows(IllegalStateException.class, () -> cache.get("a", key -> null));

        assertTrue(refused.getMessage().contains("names"), refused.getMessage());
        assertEquals("value", cache.get("a", key -> "value"));
    }

    @Test
    void aLoadThatAsksForItsOwnKeyIsRefused() {
        var cache = cache();

        assertThrows(IllegalStateException.class, () -> cache.get("a", key -> cache.get(key, again -> "inner")));

        assertEquals("value", cache.get("a", key -> "value"));
    }

    @Test
    void aLoadMayAskForOtherKeys() {
        var cache = cache();

        assertEquals("ab", cache.get("a", key -> key + cache.get("b", inner -> inner)));
        assertEquals(Optional.of("b"), cache.peek("b"));
    }

    @Test
    void aWaitingCallerThatIsInterruptedLeavesTheLoadAlone() throws Exception {
        var cache = cache();
        var release = new CountDownLatch(1);
        var owner = load(cache, "a", "value", release);
        var interrupted = new AtomicInteger();
        var outcome = new CompletableFuture<String>();
        var waiter = new Thread(() -> {
            try {
                outcome.complete(cache.get("a", key -> "mine"));
            } catch (CloudException e) {
                interrupted.set(Thread.currentThread().isInterrupted() ? 1 : 0);
                outcome.completeExceptionally(e);
            }
        });

        waiter.start();
        awaitMisses(cache, 2);
        waiter.interrupt();
        waiter.join();
        release.countDown();

        var failure = assertInstanceOf(
                CloudException.class,
                assertThrows(Exception.class, outcome::get).getCause());
        assertEquals(ErrorCode.BUSY, failure.code());
        assertEquals(1, interrupted.get());
        assertEquals("value", owner.get());
        assertEquals(Optional.of("value"), cache.peek("a"));
    }

    @Test
    void anInvalidationDuringALoadWins() throws Exception {
        var cache = cache();
        var release = new CountDownLatch(1);
        var slow = load(cache, "a", "old", release);

        cache.invalidate("a");
        String later = cache.get("a", key -> "new"); // neither waits for the old load nor gets its value
        release.countDown();

        assertEquals("new", later);
        assertEquals("old", slow.get());
        assertEquals(Optional.of("new"), cache.peek("a"));
    }

    @Test
    void aClearDuringALoadWins() throws Exception {
        var cache = cache();
        var release = new CountDownLatch(1);
        var slow = load(cache, "a", "old", release);

        cache.clear();
        release.countDown();

        assertEquals("old", slow.get());
        assertEquals(Optional.empty(), cache.peek("a"));
        assertEquals("new", cache.get("a", key -> "new"));
    }

    @Test
    void aBusInvalidatesOneKeyOrAll() {
        var bus = new Bus();
        SingleFlightCache<Integer, String> cache = caches.create("by bus", CacheSettings.immutable(10));

        assertSame(cache, cache.invalidatedBy(bus, "numbers", Integer::valueOf));
        cache.get(1, key -> "one");
        cache.get(2, key -> "two");
        bus.of("numbers").invalidate("1");
        assertEquals(Map.of(1, false, 2, true), Map.of(1, has(cache, 1), 2, has(cache, 2)));
        bus.of("numbers").clear();
        assertEquals(Optional.empty(), cache.peek(2));
    }

    private static final class Bus implements InvalidationBus {
        private final Map<String, Listener> listeners = new HashMap<>();

        @Override
        public void subscribe(String topic, Listener listener) {
            listeners.put(topic, listener);
        }

        Listener of(String topic) {
            return Objects.requireNonNull(listeners.get(topic));
        }
    }

    private static boolean has(SingleFlightCache<Integer, String> cache, int key) {
        return cache.peek(key).isPresent();
    }

    /** Begins a load in another thread, which gives its value when released. */
    private static CompletableFuture<String> load(
            SingleFlightCache<String, String> cache, String key, String value, CountDownLatch release)
            throws InterruptedException {
        var begun = new CountDownLatch(1);
        var result = new CompletableFuture<String>();
        new Thread(() -> result.complete(cache.get(key, same -> {
                    begun.countDown();
                    awaitRelease(release);
                    return value;
                })))
                .start();
        assertTrue(begun.await(30, TimeUnit.SECONDS));
        return result;
    }

    private static void awaitRelease(CountDownLatch release) {
        try {
            assertTrue(release.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Until so many callers have found nothing, which is to say that all but one wait or are about to. */
    private static void awaitMisses(SingleFlightCache<?, ?> cache, long callers) {
        while (cache.figures().misses() < callers) {
            Thread.onSpinWait();
        }
    }
}
