package io.oxicloud.cache;

import java.util.Optional;
import java.util.function.Function;
import org.ehcache.Cache;
import org.jspecify.annotations.Nullable;

/**
 * Values by key, each loaded once however many callers want it. A failed load is handed to all who wait for it and not
 * kept; the next call loads again. After {@link #invalidate} or {@link #clear} returns, no call that begins later sees
 * an older value, not even from a load that was under way. Thread-safe. Keys and values are kept as they are, not
 * copied: both must be immutable.
 */
public final class SingleFlightCache<K, V> {
    private final Cache<K, V> values;
    private final HeapStatistics statistics;
    private final Flights<K, V> flights;

    SingleFlightCache(String name, Cache<K, V> values, HeapStatistics statistics) {
        this.values = values;
        this.statistics = statistics;
        this.flights = new Flights<>(name, new HeapStore<>(values));
    }

    /**
     * The value of {@code key}, from memory, from {@code loader} on this thread, or from the load of another thread.
     * What the loader throws is thrown to every caller that waits. A loader may use other caches, and other keys of this
     * one as long as no two loads can wait for each other.
     *
     * @throws IllegalStateException if the loader gives null, or asks for its own key
     * @throws io.oxicloud.base.CloudException BUSY if the thread is interrupted while it waits
     */
    public V get(K key, Function<? super K, ? extends V> loader) {
        V value = values.get(key);
        return value == null ? flights.load(key, loader) : value;
    }

    /** The value if it is in memory; never loads or waits. */
    public Optional<V> peek(K key) {
        return Optional.ofNullable(values.get(key));
    }

    public void invalidate(K key) {
        flights.invalidate(key, () -> values.remove(key));
    }

    public void clear() {
        flights.clear(values::clear);
    }

    /**
     * Invalidates what {@code bus} reports under {@code topic}; {@code keyOf} reads a key as its publisher spells it.
     *
     * @return this cache
     */
    public SingleFlightCache<K, V> invalidatedBy(
            InvalidationBus bus, String topic, Function<? super String, ? extends K> keyOf) {
        bus.subscribe(topic, new InvalidationBus.Listener() {
            @Override
            public void invalidate(String key) {
                SingleFlightCache.this.invalidate(keyOf.apply(key));
            }

            @Override
            public void clear() {
                SingleFlightCache.this.clear();
            }
        });
        return this;
    }

    CacheFigures figures() {
        return flights.figures(statistics.hits(), statistics.entries(), statistics.evictions());
    }

    private record HeapStore<K, V>(Cache<K, V> values) implements Flights.Store<K, V> {
        @Override
        public @Nullable V get(K key) {
            return values.get(key);
        }

        @Override
        public void put(K key, V value) {
            values.put(key, value);
        }
    }
}
