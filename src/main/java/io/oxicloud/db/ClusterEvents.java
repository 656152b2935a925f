package io.oxicloud.db;

import io.oxicloud.cache.InvalidationBus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the caches of all nodes what has changed, through rows written in the transaction of the change.
 *
 * <p>This node's caches hear of it on the thread of the writer right after the commit. The others read the new rows every
 * 250 ms, also those that were committed late under a lower number ({@link EventWindow}). When rows may have been missed
 * (the database was gone, this node was asleep, too many numbers are missing) all caches are cleared. What this cannot give
 * is an order: a listener must not care which of two events comes first. Thread-safe.
 */
public final class ClusterEvents implements InvalidationBus, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClusterEvents.class);

    private static final Duration KEPT = Duration.ofMinutes(15);
    private static final long POLL_MILLIS = 250;
    private static final int POLLS_PER_PRUNE = 240;
    private static final int PAGE = 1_000;
    /** Below this many numbers under the largest, a transaction may be at work when a node starts. */
    private static final int UNDER_WAY = 1_000;

    private final Tx tx;
    private final UUID node;
    private final Map<String, List<Listener>> listeners = new ConcurrentHashMap<>();
    private final ExecutorService poller;

    /** Null before the first poll and after a failed one: what happened since is not known. */
    private @Nullable EventWindow window;

    private int polls;

    /** @param node tells this node's rows from those of others; a fresh one for each start */
    public ClusterEvents(Database database, UUID node) {
        this.tx = database.uncounted();
        this.node = node;
        this.poller = Executors.newSingleThreadExecutor(task -> {
            var thread = new Thread(task, "oxicloud-cluster-events");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public void subscribe(String topic, Listener listener) {
        listeners.computeIfAbsent(topic, unused -> new CopyOnWriteArrayList<>()).add(listener);
    }

    /**
     * When {@code scope} commits, every node's caches of this topic forget {@code key}. Costs the transaction one statement,
     * however many keys it publishes.
     */
    public void publish(Tx.Scope scope, String topic, String key) {
        pending(scope).add(topic, key);
    }

    /** When {@code scope} commits, every node's caches of this topic forget everything. */
    public void publishAll(Tx.Scope scope, String topic) {
        pending(scope).addAll(topic);
    }

    /** Begins to listen to other nodes; what the caches hold by then is cleared. */
    public void start() {
        poller.execute(() -> {
            try {
                while (true) {
                    pollOrForget();
                    Thread.sleep(POLL_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void close() {
        poller.shutdownNow();
        try {
            if (!poller.awaitTermination(10, TimeUnit.SECONDS)) {
                log.warn("cluster.events.slow-stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private PendingEvents pending(Tx.Scope scope) {
        return scope.attachment(this, PendingEvents.class, () -> {
            var pending = new PendingEvents(node);
            scope.beforeCommit(pending::write);
            scope.afterCommit(() -> pending.forEach(this::tell));
            return pending;
        });
    }

    /** After a failure all that is known is forgotten, so that the next success clears all. */
    void pollOrForget() {
        try {
            poll();
        } catch (RuntimeException e) {
            if (window != null && !Thread.currentThread().isInterrupted()) {
                log.warn("cluster.events.lost all caches will be cleared when the database answers", e);
            }
            window = null;
        }
    }

    /** Reads what is new; the first time, clears all. On the poller's thread only, or without a poller in tests. */
    void poll() {
        if (++polls % POLLS_PER_PRUNE == 0) {
            prune();
        }
        EventWindow known = window;
        boolean first = known == null;
        if (known == null) {
            known = tx.read("events.begin", ClusterEvents::begin);
        }
        long after = known.readAfter();
        Batch batch;
        do {
            batch = read(after);
            known.looked(batch.now);
            for (ClusterEvent event : batch.events) {
                after = event.id();
                if (known.take(event.id()) && !event.node().equals(node)) {
                    tell(event.topic(), event.item());
                }
            }
        } while (batch.events.size() == PAGE);
        window = known.broken() ? null : known;
        if (first || known.broken()) {
            clearAll();
        }
    }

    /** A little below the top, so that the numbers of transactions that are under way count as holes. */
    private static EventWindow begin(Tx.Scope scope) {
        Long highest = scope.session()
                .createNativeQuery("select max(id) from cluster_event", Long.class)
                .getSingleResultOrNull();
        return new EventWindow(highest == null ? 0 : Math.max(0, highest - UNDER_WAY), scope.databaseTime());
    }

    /** In SQL, like the other: they run while the product starts, and the query language would take a second of it to load. */
    private Batch read(long after) {
        return tx.read("events.poll", scope -> {
            Instant now = scope.databaseTime();
            var events = scope.session()
                    .createNativeQuery(
                            "select * from cluster_event where id > :after order by id limit " + PAGE,
                            ClusterEventEntity.class)
                    .setParameter("after", after)
                    .getResultList();
            return new Batch(now, events.stream().map(ClusterEvent::of).toList());
        });
    }

    /** Any node does it for all. */
    private void prune() {
        tx.write(
                "events.prune",
                scope -> scope.session()
                        .createMutationQuery("delete from ClusterEventEntity e where e.createdAt < :before")
                        .setParameter("before", scope.databaseTime().minus(KEPT))
                        .executeUpdate());
    }

    private void tell(String topic, @Nullable String item) {
        for (Listener listener : listeners.getOrDefault(topic, List.of())) {
            if (item == null) {
                listener.clear();
            } else {
                listener.invalidate(item);
            }
        }
    }

    private void clearAll() {
        log.debug("cluster.events.clear-all");
        listeners.values().forEach(all -> all.forEach(Listener::clear));
    }

    private record ClusterEvent(
            long id, UUID node, String topic, @Nullable String item) {
        static ClusterEvent of(ClusterEventEntity row) {
            return new ClusterEvent(Objects.requireNonNull(row.id), row.node, row.topic, row.item);
        }
    }

    private record Batch(Instant now, List<ClusterEvent> events) {}
}
