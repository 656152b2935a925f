package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.LockMode;
import org.hibernate.exception.LockAcquisitionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class TxTest {
    private final DatabaseSource source;
    private final Engine engine;
    private final Database database;

    TxTest(Engine engine) {
        this.engine = engine;
        source = TestDatabase.source(engine);
        database = TestDatabase.open(source, Entities.CLASSES);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void effectsRunInTheirOrderAfterTheCommitAndMayBeginATransaction() {
        var seen = new ArrayList<String>();

        database.requests().write("test", scope -> {
            insert(scope, "a");
            scope.afterCommit(() -> seen.add("rows=" + count("LeaseEntity")));
            scope.afterCommit(() -> seen.add("active=" + Tx.active()));
            assertTrue(Tx.active());
            return 1;
        });

        assertEquals(List.of("rows=1", "active=false"), seen);
    }

    @Test
    void anEffectThatFailsStopsNeitherTheCallerNorTheOthersNorIsTheWorkDoneAgain() {
        var seen = new ArrayList<String>();

        int result = database.requests().retryingWrite("test", scope -> {
            insert(scope, "a");
            scope.afterCommit(() -> {
                throw new CloudException(ErrorCode.BUSY, "planned", new SQLException("deadlock", "40001"));
            });
            scope.afterCommit(() -> seen.add("second"));
            return 7;
        });

        assertEquals(7, result);
        assertEquals(List.of("second"), seen);
        assertEquals(1, count("LeaseEntity"));
    }

    @Test
    void anExceptionRollsBackAndItsEffectsDoNotRun() {
        var thrown = assertThrows(
                IllegalArgumentException.class,
                () -> database.requests().write("test", scope -> {
                    insert(scope, "a");
                    scope.afterCommit(() -> {
                        throw new AssertionError("ran");
                    });
                    throw new IllegalArgumentException("planned");
                }));

        assertEquals("planned", thrown.getMessage());
        assertEquals(0, count("LeaseEntity"));
        assertFalse(Tx.active());
    }

    @Test
    void transactionsDoNotNestNotEvenOverAnotherPool() {
        var refused = assertThrows(
                IllegalStateException.class,
                () -> database.requests()
                        .read("outer", scope -> database.maintenance().read("inner", inner -> 1)));

        assertEquals("inner begun inside outer", refused.getMessage());
    }

    @Test
    void theDatabaseTellsItsTimeToTheMicrosecondAndAnswersAPing() {
        database.ping();

        Instant time = database.requests().read("time", Tx.Scope::databaseTime);

        assertTrue(time.isAfter(Instant.parse("2020-01-01T00:00:00Z")));
        assertEquals(time.truncatedTo(ChronoUnit.MICROS), time);
    }

    @Test
    void aReadWritesNothingWhateverItLoads() {
        database.requests().write("test", scope -> insert(scope, "a"));

        database.requests().read("test", scope -> {
            var row = scope.session().find(LeaseEntity.class, "a");
            row.holder = new UUID(9, 9);
            return row.name;
        });

        UUID holder = database.requests().read("test", scope -> scope.session().find(LeaseEntity.class, "a").holder);
        assertEquals(new UUID(0, 1), holder);
    }

    @Test
    void everyStatementIsCountedAndABatchIsOne() {
        database.statements().reset();

        database.requests().write("test", scope -> {
            for (int i = 0; i < 50; i++) {
                scope.session().persist(new WorkEntity(new UUID(0, i), "kind", "payload", Instant.EPOCH));
            }
            return 1;
        });
        database.requests().read("test", Tx.Scope::databaseTime);

        assertEquals(2, database.statements().count());
    }

    @Test
    void aSessionWithoutMemoryWorksInTheSameTransaction() {
        database.requests().write("test", scope -> {
            try (var stateless = scope.stateless()) {
                stateless.insertMultiple(List.of(
                        new WorkEntity(new UUID(0, 1), "kind", "one", Instant.EPOCH),
                        new WorkEntity(new UUID(0, 2), "kind", "two", Instant.EPOCH)));
            }
            assertEquals("two", scope.session().find(WorkEntity.class, new UUID(0, 2)).payload);
            return 1;
        });

        assertThrows(
                IllegalArgumentException.class,
                () -> database.requests().write("test", scope -> {
                    try (var stateless = scope.stateless()) {
                        stateless.insert(new WorkEntity(new UUID(0, 3), "kind", "three", Instant.EPOCH));
                    }
                    throw new IllegalArgumentException("planned");
                }));
        assertEquals(2, count("WorkEntity"));
    }

    @Test
    void aDuplicateNamesItsConstraintWhetherFoundByAQueryAFlushOrTheCommit() {
        database.requests().write("test", scope -> insert(scope, "a"));

        var byQuery = assertThrows(
                DuplicateException.class, () -> database.requests().write("test", scope -> insert(scope, "a")));
        database.requests().write("test", scope -> persist(scope, new UUID(0, 1)));
        var byFlush = assertThrows(
                DuplicateException.class,
                () -> database.requests().write("test", scope -> {
                    persist(scope, new UUID(0, 1));
                    scope.session().flush();
                    return 1;
                }));
        var byCommit = assertThrows(
                DuplicateException.class,
                () -> database.requests().write("test", scope -> persist(scope, new UUID(0, 1))));

        assertEquals("pk_lease", byQuery.constraint());
        assertEquals("pk_work", byFlush.constraint());
        assertEquals("pk_work", byCommit.constraint());
    }

    @Test
    void aRowHeldTooLongAnswersBusyWithATimeToComeBack() throws Exception {
        var settings = new DatabaseSettings(4, 1, Duration.ofSeconds(30), Duration.ofMillis(100));
        try (var impatient = Database.open(source, settings, Entities.CLASSES, true)) {
            database.requests().write("test", scope -> insert(scope, "a"));

            var busy = database.requests().write("holder", scope -> {
                lock(scope, "a");
                return inAnotherThread(() -> assertThrows(
                        CloudException.class, () -> impatient.requests().write("waiter", other -> lock(other, "a"))));
            });

            assertEquals(ErrorCode.BUSY, busy.code());
            assertNotNull(busy.retryAfter());
        }
    }

    /** Readers wait for nobody's rows; those who do, however many, must not keep the connections from them. */
    @Test
    void thoseWhoWaitForTheSameRowLeaveConnectionsToReaders() throws Exception {
        var settings = new DatabaseSettings(4, 1, Duration.ofSeconds(30), Duration.ofSeconds(20));
        try (var crowded = Database.open(source, settings, Entities.CLASSES, true)) {
            database.requests().write("test", scope -> insert(scope, "a"));
            var threads = Executors.newCachedThreadPool();
            var waiting = new CountDownLatch(3);
            try {
                List<Future<Integer>> waiters = database.requests().write("holder", scope -> {
                    lock(scope, "a");
                    List<Future<Integer>> started = Stream.generate(() ->
                                    threads.submit(() -> crowded.requests().write("waiter", other -> {
                                        waiting.countDown();
                                        return lock(other, "a");
                                    })))
                            .limit(8)
                            .toList();
                    inAnotherThread(() -> {
                        waiting.await();
                        for (int i = 0; i < 50; i++) {
                            crowded.requests().read("reader", Tx.Scope::databaseTime);
                        }
                        return true;
                    });
                    return started;
                });
                for (Future<Integer> waiter : waiters) {
                    assertEquals(1, waiter.get());
                }
            } finally {
                threads.shutdownNow();
            }
        }
    }

    @Test
    void aStatementThatRunsTooLongAnswersBusy() {
        var settings = new DatabaseSettings(4, 1, Duration.ofSeconds(1), Duration.ofSeconds(10));
        String endless = engine == Engine.POSTGRESQL
                ? "select cast(pg_sleep(600) as text)"
                : "select cast(count(*) as varchar) from system_range(1, 1000000) a, system_range(1, 1000000) b";
        try (var strict = Database.open(source, settings, Entities.CLASSES, true)) {
            var busy = assertThrows(
                    CloudException.class,
                    () -> strict.requests()
                            .read(
                                    "endless",
                                    scope -> scope.session()
                                            .createNativeQuery(endless, String.class)
                                            .getSingleResult()));

            assertEquals(ErrorCode.BUSY, busy.code());
            assertNotNull(strict.requests().read("next", Tx.Scope::databaseTime));
        }
    }

    @Test
    void aTransactionOfManyShortStatementsAlsoRunsOutOfTime() {
        var settings = new DatabaseSettings(4, 1, Duration.ofSeconds(1), Duration.ofSeconds(10));
        try (var strict = Database.open(source, settings, Entities.CLASSES, true)) {
            var busy = assertThrows(
                    CloudException.class,
                    () -> strict.requests().write("endless", scope -> {
                        while (true) {
                            assertEquals(0, lock(scope, "nothing"));
                        }
                    }));

            assertEquals(ErrorCode.BUSY, busy.code());
        }
    }

    @Test
    void aDeadlockIsDoneAgainOnlyWhereTheCallerAllowsIt() throws Exception {
        database.requests().write("test", scope -> insert(scope, "a") + insert(scope, "b"));

        var retried = new AtomicInteger();
        deadlock(work -> database.requests().retryingWrite("again", work), retried);
        var once = new AtomicInteger();
        List<ErrorCode> failures = deadlock(work -> database.requests().write("once", work), once);

        assertTrue(retried.get() > 2, "the victim ran again");
        assertEquals(2, once.get());
        assertEquals(List.of(ErrorCode.BUSY), failures);
    }

    @Test
    void whatFailsForAnotherReasonIsNotDoneAgain() {
        var runs = new AtomicInteger();
        database.requests().write("test", scope -> insert(scope, "a"));

        assertThrows(
                DuplicateException.class,
                () -> database.requests().retryingWrite("test", scope -> {
                    runs.incrementAndGet();
                    return insert(scope, "a");
                }));

        assertEquals(1, runs.get());
    }

    @Test
    void anAttemptThatLostLeavesNoEffects() {
        var runs = new AtomicInteger();
        var effects = new AtomicInteger();

        database.requests().retryingWrite("test", scope -> {
            scope.afterCommit(effects::incrementAndGet);
            if (runs.incrementAndGet() < 3) {
                throw new LockAcquisitionException("planned", new SQLException("deadlock", "40001"));
            }
            return 1;
        });

        assertEquals(3, runs.get());
        assertEquals(1, effects.get());
    }

    /** Two transactions lock two rows in opposite order; they meet between the two, the first time. */
    private List<ErrorCode> deadlock(Runner runner, AtomicInteger runs) throws Exception {
        var meet = new CyclicBarrier(2);
        var threads = Executors.newFixedThreadPool(2);
        try {
            var results = new ArrayList<Future<Integer>>();
            for (List<String> order : List.of(List.of("a", "b"), List.of("b", "a"))) {
                var first = new AtomicInteger();
                results.add(threads.submit(() -> runner.run(scope -> {
                    runs.incrementAndGet();
                    lock(scope, order.get(0));
                    if (first.getAndIncrement() == 0) {
                        meet(meet);
                    }
                    return lock(scope, order.get(1));
                })));
            }
            var failures = new ArrayList<ErrorCode>();
            for (Future<Integer> result : results) {
                try {
                    result.get();
                } catch (ExecutionException e) {
                    failures.add(
                            assertInstanceOf(CloudException.class, e.getCause()).code());
                }
            }
            return failures;
        } finally {
            threads.shutdownNow();
        }
    }

    private interface Runner {
        int run(Function<Tx.Scope, Integer> work);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> T inAnotherThread(Callable<T> work) {
        var thread = Executors.newSingleThreadExecutor();
        try {
            return thread.submit(work).get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            thread.shutdownNow();
        }
    }

    private static int lock(Tx.Scope scope, String name) {
        return scope.session()
                .createSelectionQuery("from LeaseEntity l where l.name = :name", LeaseEntity.class)
                .setParameter("name", name)
                .setHibernateLockMode(LockMode.PESSIMISTIC_WRITE)
                .getResultList()
                .size();
    }

    private static int insert(Tx.Scope scope, String name) {
        return scope.session()
                .createMutationQuery(
                        "insert into LeaseEntity (name, holder, expiresAt) values (:name, :holder, :expires)")
                .setParameter("name", name)
                .setParameter("holder", new UUID(0, 1))
                .setParameter("expires", Instant.EPOCH)
                .executeUpdate();
    }

    private static int persist(Tx.Scope scope, UUID id) {
        scope.session().persist(new WorkEntity(id, "kind", "payload", Instant.EPOCH));
        return 1;
    }

    private long count(String entity) {
        return database.requests()
                .read(
                        "count",
                        scope -> scope.session()
                                .createSelectionQuery("select count(*) from " + entity, Long.class)
                                .getSingleResult());
    }
}
