package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Ids;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class WorkQueueTest {
    private final Database database;
    private final WorkQueue queue;

    WorkQueueTest(Engine engine) {
        database = TestDatabase.open(engine, Entities.CLASSES);
        queue = new WorkQueue(
                database.maintenance(), new Ids(Clock.systemUTC(), new SecureRandom()), Duration.ofMinutes(10));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void workIsDoneOnceOutsideOfATransactionAndOnlyByThoseOfItsKind() {
        enqueue("thumbnail", List.of("a", "b", "c"));
        enqueue("index", List.of("x"));
        var done = new ArrayList<String>();

        int handled = queue.drain("thumbnail", 100, payload -> {
            assertFalse(Tx.active());
            done.add(payload);
        });

        assertEquals(3, handled);
        assertEquals(Set.of("a", "b", "c"), Set.copyOf(done));
        assertEquals(0, queue.drain("thumbnail", 100, done::add));
        assertEquals(1, rows());
    }

    @Test
    void aLimitIsKept() {
        enqueue("thumbnail", numbers(25));

        assertEquals(12, queue.drain("thumbnail", 12, payload -> {}));

        assertEquals(13, rows());
    }

    @Test
    void whatWasRolledBackIsNotDone() {
        assertThrows(
                IllegalArgumentException.class,
                () -> database.requests().write("test", scope -> {
                    queue.enqueue(scope, "thumbnail", "a");
                    throw new IllegalArgumentException("planned");
                }));

        assertEquals(0, queue.drain("thumbnail", 100, payload -> {}));
    }

    @Test
    void eightWorkersDoEachPieceOnce() throws Exception {
        enqueue("thumbnail", numbers(200));
        var times = new ConcurrentHashMap<String, AtomicInteger>();
        var workers = Executors.newFixedThreadPool(8);
        int handled = 0;
        try {
            var results = new ArrayList<Future<Integer>>();
            for (int worker = 0; worker < 8; worker++) {
                results.add(workers.submit(() -> queue.drain(
                        "thumbnail",
                        1_000,
                        payload -> times.computeIfAbsent(payload, unused -> new AtomicInteger())
                                .incrementAndGet())));
            }
            for (Future<Integer> result : results) {
                handled += result.get();
            }
        } finally {
            workers.shutdownNow();
        }

        assertEquals(200, handled);
        assertEquals(200, times.size());
        assertTrue(times.values().stream().allMatch(count -> count.get() == 1));
        assertEquals(0, rows());
    }

    @Test
    void whatADeadWorkerHeldIsDoneByAnotherOnceItsClaimHasRunOut() {
        enqueue("thumbnail", List.of("a", "b"));
        assertThrows(
                WorkerDied.class,
                () -> queue.drain("thumbnail", 100, payload -> {
                    throw new WorkerDied();
                }));
        var done = new ArrayList<String>();

        assertEquals(0, queue.drain("thumbnail", 100, done::add), "claimed");
        makeDue();

        assertEquals(2, queue.drain("thumbnail", 100, done::add));
        assertEquals(Set.of("a", "b"), Set.copyOf(done));
    }

    @Test
    void aWorkerThatOutlivedItsClaimDoesNotTakeThePieceFromTheNextOne() {
        enqueue("thumbnail", List.of("a"));
        var done = new ArrayList<String>();

        queue.drain("thumbnail", 1, slow -> {
            makeDue();
            queue.drain("thumbnail", 1, quick -> {
                done.add("second");
                throw new IllegalStateException("planned");
            });
            done.add("first");
        });

        assertEquals(List.of("second", "first"), done);
        assertEquals(1, rows(), "the second claimant still has to try again");
    }

    @Test
    void whatFailsIsTriedAgainLaterAndIsKeptAsPoisonInTheEnd() {
        enqueue("thumbnail", List.of("bad"));
        var attempts = new AtomicInteger();

        for (int round = 0; round < 20; round++) {
            queue.drain("thumbnail", 100, payload -> {
                attempts.incrementAndGet();
                throw new IllegalStateException("cannot read " + payload);
            });
            assertEquals(0, queue.drain("thumbnail", 100, payload -> attempts.incrementAndGet()), "not at once");
            makeDue();
        }

        assertEquals(12, attempts.get());
        WorkEntity row = database.requests()
                .read(
                        "row",
                        scope -> scope.session()
                                .createSelectionQuery("from WorkEntity", WorkEntity.class)
                                .getSingleResult());
        assertEquals(WorkState.POISON, row.state);
        assertEquals("java.lang.IllegalStateException: cannot read bad", row.lastError);
    }

    @Test
    void anInterruptedWorkerTakesNothingAndLeavesTheWorkToOthers() {
        enqueue("thumbnail", List.of("a"));
        Thread.currentThread().interrupt();

        assertEquals(0, queue.drain("thumbnail", 100, payload -> {}), "an interrupted worker takes nothing");

        assertTrue(Thread.interrupted());
        assertEquals(1, queue.drain("thumbnail", 100, payload -> {}));
    }

    /** What a killed process looks like from inside: nothing after it runs. */
    private static final class WorkerDied extends Error {
        private static final long serialVersionUID = 1L;
    }

    private void enqueue(String kind, List<String> payloads) {
        database.requests().write("test", scope -> {
            payloads.forEach(payload -> queue.enqueue(scope, kind, payload));
            return 1;
        });
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toList();
    }

    private long rows() {
        return database.requests()
                .read(
                        "rows",
                        scope -> scope.session()
                                .createSelectionQuery("select count(*) from WorkEntity", Long.class)
                                .getSingleResult());
    }

    /** Lets the time pass that claims and pauses last. */
    private void makeDue() {
        database.requests()
                .write(
                        "due",
                        scope -> scope.session()
                                .createMutationQuery("update WorkEntity w set w.dueAt = :now")
                                .setParameter("now", scope.databaseTime())
                                .executeUpdate());
    }
}
