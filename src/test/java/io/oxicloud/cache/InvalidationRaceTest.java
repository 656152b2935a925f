package io.oxicloud.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writers change a row and invalidate, readers load it with a wait of random length between reading and returning: no
 * call that begins after an invalidation returned may see what was before it.
 */
@Timeout(120)
class InvalidationRaceTest {
    private static final int KEYS = 4;
    private static final int READERS = 3;
    private static final int ROUNDS = 20_000;
    private static final Duration BUDGET = Duration.ofSeconds(5);

    private final Caches caches = new Caches(System::currentTimeMillis);
    private final SingleFlightCache<Integer, Integer> cache =
            caches.create("raced", CacheSettings.expiring(2, Duration.ofSeconds(30)));
    private final AtomicIntegerArray rows = new AtomicIntegerArray(KEYS);
    /** What the last invalidation that returned stands for; no later call may see less. */
    private final AtomicIntegerArray floors = new AtomicIntegerArray(KEYS);

    private volatile boolean done;

    @AfterEach
    void closeCaches() {
        caches.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20_240_607})
    void noCallSeesAValueOlderThanAnInvalidationThatReturned(long seed) throws Exception {
        assertEquals(List.of(), race(seed, (key, random) -> cache.invalidate(key)));
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 20_240_608})
    void noCallSeesAValueOlderThanAClearThatReturned(long seed) throws Exception {
        assertEquals(List.of(), race(seed, (key, random) -> cache.clear()));
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 20_240_609})
    void invalidationsAndClearsMix(long seed) throws Exception {
        assertEquals(List.of(), race(seed, (key, random) -> {
            if (random.nextBoolean()) {
                cache.clear();
            } else {
                cache.invalidate(key);
            }
        }));
    }

    /** The calls that saw too old a value. */
    private List<String> race(long seed, BiConsumer<Integer, Random> invalidation) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(READERS + 1);
        try {
            var readers = new ArrayList<Future<List<String>>>();
            for (int i = 0; i < READERS; i++) {
                readers.add(threads.submit(reader(new Random(seed + i + 1))));
            }
            int rounds = write(new Random(seed), invalidation);
            done = true;
            var stale = new ArrayList<String>();
            for (Future<List<String>> each : readers) {
                stale.addAll(each.get(30, TimeUnit.SECONDS));
            }
            for (int key = 0; key < KEYS; key++) {
                check(key, floors.get(key), cache.get(key, rows::get), stale);
            }
            assertTrue(rounds > 100, "seed " + seed + ": only " + rounds + " rounds");
            assertTrue(cache.figures().loads() > rounds / 2, "seed " + seed + ": hardly a load raced");
            return stale;
        } finally {
            done = true;
            threads.shutdownNow();
        }
    }

    private int write(Random random, BiConsumer<Integer, Random> invalidation) {
        long end = System.nanoTime() + BUDGET.toNanos();
        int round = 0;
        while (round < ROUNDS && System.nanoTime() < end) {
            round++;
            int key = random.nextInt(KEYS);
            rows.set(key, round);
            invalidation.accept(key, random);
            floors.set(key, round);
            spin(random.nextInt(200));
        }
        return round;
    }

    private Callable<List<String>> reader(Random random) {
        return () -> {
            var stale = new ArrayList<String>();
            while (!done) {
                int key = random.nextInt(KEYS);
                int floor = floors.get(key);
                check(key, floor, cache.get(key, same -> slowly(rows.get(same), random)), stale);
            }
            return stale;
        };
    }

    private static void check(int key, int floor, int seen, List<String> stale) {
        if (seen < floor && stale.size() < 10) {
            stale.add("key " + key + ": " + seen + " after " + floor);
        }
    }

    private static int slowly(int value, Random random) {
        spin(random.nextInt(400));
        return value;
    }

    private static void spin(int turns) {
        for (int i = 0; i < turns; i++) {
            Thread.onSpinWait();
        }
    }
}
