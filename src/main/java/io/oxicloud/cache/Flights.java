package io.oxicloud.cache;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The loads of one cache that are under way, at most one per key, and the rule that no load outlives an invalidation.
 * No lock is held while a loader runs.
 */
final class Flights<K, V> {
    /*
     * A value reaches the store only inside flights.compute(key), and only while its flight is in the table.
     * invalidate(key) removes value and flight in the same way: a load that began before it publishes nothing, and a
     * caller that comes after it joins nothing old.
     *
     * clear() cannot hold all keys at once:
     *   1. every flight is removed, so that what began before the call publishes nothing from here on;
     *   2. the store is emptied;
     *   3. every flight is removed again: one that began after step 1 may have found an old value before step 2.
     * What loads begin after step 1 bring is newer than the call of clear() and may be published at any time.
     */
    private final String cache;
    private final Store<K, V> store;
    private final ConcurrentHashMap<K, Flight<V>> flights = new ConcurrentHashMap<>();
    private final LongAdder misses = new LongAdder();
    private final LongAdder loads = new LongAdder();
    private final LongAdder failures = new LongAdder();

    Flights(String cache, Store<K, V> store) {
        this.cache = cache;
        this.store = store;
    }

    /** Loads what the store does not have, or waits for the caller that does so already. */
    V load(K key, Function<? super K, ? extends V> loader) {
        misses.increment();
        var mine = new Flight<V>();
        Flight<V> other = flights.putIfAbsent(key, mine);
        return other == null ? fly(key, mine, loader) : other.await(cache);
    }

    private V fly(K key, Flight<V> flight, Function<? super K, ? extends V> loader) {
        V value;
        try {
            V found = store.get(key); // an earlier flight may have landed since this caller looked
            value = found == null ? loaded(key, flight, loader) : found;
        } catch (Throwable failure) { // whatever it is, those who wait must hear of it
            flights.remove(key, flight); // first, so that whoever gets the failure and tries again does load again
            flight.crash(failure);
            throw failure;
        }
        flights.remove(key, flight);
        flight.land(value);
        return value;
    }

    private V loaded(K key, Flight<V> flight, Function<? super K, ? extends V> loader) {
        loads.increment();
        try {
            V value = loader.apply(key);
            if (value == null) {
                throw new IllegalStateException("cache " + cache + ": the load gave null");
            }
            publish(key, flight, value);
            return value;
        } catch (Throwable failure) { // counted only
            failures.increment();
            throw failure;
        }
    }

    private void publish(K key, Flight<V> flight, V value) {
        flights.computeIfPresent(key, (same, registered) -> {
            if (registered != flight) {
                return registered;
            }
            store.put(key, value);
            return null;
        });
    }

    /** @param drop removes the key's value from the store */
    void invalidate(K key, Runnable drop) {
        flights.compute(key, (same, flight) -> {
            drop.run();
            return null;
        });
    }

    /** @param dropAll empties the store */
    void clear(Runnable dropAll) {
        removeAll();
        dropAll.run();
        removeAll();
    }

    private void removeAll() {
        for (K key : flights.keySet()) {
            flights.remove(key);
        }
    }

    CacheFigures figures(long hits, long entries, long evictions) {
        return new CacheFigures(hits, misses.sum(), loads.sum(), failures.sum(), entries, evictions);
    }

    /** Where values land. Called under the lock of one key: must be quick and must not call back. */
    interface Store<K, V> {
        @Nullable
        V get(K key);

        void put(K key, V value);
    }
}
