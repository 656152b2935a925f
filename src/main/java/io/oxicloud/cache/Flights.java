package io.oxicloud.cache;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The loads of one cache that are under way, at most one per key, and the rule that no load outlives an invalidation.
 * No lock is held while a loader runs.
 */
final class Flights<K, V> {
    /*
     * A value reaches the store only inside flights.compute(key), and only if its flight is still in the table and of
     * the current epoch. invalidate(key) removes the value and the flight in the same way, so that a load that began
     * before it publishes nothing, and a caller that comes after it joins nothing old.
     *
     * clear() cannot hold all keys at once:
     *   1. a new epoch: flights of the old one publish nothing from here on;
     *   2. every flight is removed: waits for a publication that passed the check before step 1;
     *   3. the store is emptied;
     *   4. every flight is removed again: one that began after step 2 may have found an old value before step 3.
     * A flight that begins after step 4 finds nothing old, and what it loads is newer than the call of clear().
     */
    private final String cache;
    private final Store<K, V> store;
    private final ConcurrentHashMap<K, Flight<V>> flights = new ConcurrentHashMap<>();
    private final AtomicLong epoch = new AtomicLong();
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
        var mine = new Flight<V>(epoch.get());
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
            if (flight.epoch() == epoch.get()) {
                store.put(key, value);
            }
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
        epoch.incrementAndGet();
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
