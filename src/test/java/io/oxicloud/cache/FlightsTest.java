package io.oxicloud.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The interleavings that a race hardly ever meets, one by one. */
@Timeout(60)
class FlightsTest {
    private final Map<String, String> values = new ConcurrentHashMap<>();

    @Test
    void aCallerThatMissedALandingFindsItsValueAndDoesNotLoad() {
        var flights = new Flights<>("test", new MapStore());
        values.put("a", "landed");

        assertEquals("landed", flights.load("a", key -> "loaded"));
        assertEquals(0, flights.figures(0, 0, 0).loads());
    }

    @Test
    void aLoadFromBeforeAClearDoesNotLandAfterTheStoreIsEmptied() throws Exception {
        var flights = new Flights<>("test", new MapStore());
        var begun = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var old = CompletableFuture.supplyAsync(() -> flights.load("a", key -> {
            begun.countDown();
            await(release);
            return "old";
        }));
        await(begun);

        flights.clear(() -> {
            values.clear();
            release.countDown();
            old.join();
        });

        assertEquals(Map.of(), values);
    }

    @Test
    void whoComesAfterAClearDoesNotJoinACallerThatFoundAnOldValueDuringIt() throws Exception {
        var found = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var flights = new Flights<>("test", new MapStore() {
            @Override
            public @Nullable String get(String key) {
                String value = super.get(key);
                if (value != null) {
                    found.countDown();
                    FlightsTest.await(release);
                }
                return value;
            }
        });
        values.put("a", "old");
        var during = new CompletableFuture<String>();

        flights.clear(() -> {
            during.completeAsync(() -> flights.load("a", key -> "not asked"));
            await(found);
            values.clear();
        });
        String after = flights.load("a", key -> "new");
        release.countDown();

        assertEquals("new", after);
        assertEquals("old", during.get(30, TimeUnit.SECONDS));
        assertEquals(Map.of("a", "new"), values);
    }

    /** Many rounds, because the failed flight is in the table for a moment only, if it is at all. */
    @Test
    void whoHearsOfAFailureAndTriesAgainLoadsAgain() throws Exception {
        for (int round = 0; round < 30; round++) {
            var flights = new Flights<>("test", new MapStore());
            values.clear();
            var outcomes = Herd.of(16, () -> {
                try {
                    return flights.load("a", key -> {
                        while (flights.figures(0, 0, 0).misses() < 16) {
                            Thread.onSpinWait();
                        }
                        throw new IllegalArgumentException("first");
                    });
                } catch (IllegalArgumentException e) {
                    return flights.load("a", key -> "second");
                }
            });
            assertEquals(Collections.nCopies(16, "second"), outcomes);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private class MapStore implements Flights.Store<String, String> {
        @Override
        public @Nullable String get(String key) {
            return values.get(key);
        }

        @Override
        public void put(String key, String value) {
            values.put(key, value);
        }
    }
}
