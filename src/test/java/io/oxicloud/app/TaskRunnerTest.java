package io.oxicloud.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Ids;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.db.Database;
import io.oxicloud.db.Engine;
import io.oxicloud.db.Entities;
import io.oxicloud.db.Leases;
import io.oxicloud.db.TestDatabase;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class TaskRunnerTest {
    private static final Duration OFTEN = Duration.ofMillis(20);

    private final Engine engine;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private Database database;
    private Leases leases;

    TaskRunnerTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        database = TestDatabase.open(engine, Entities.CLASSES);
        leases = new Leases(database.maintenance(), new Ids(Clock.systemUTC(), new SecureRandom()));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void oneNodeRunsATaskAtATime() throws InterruptedException {
        var runs = new CountDownLatch(10);
        PeriodicTask task = task("counted", OFTEN, () -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            database.ping();
            running.decrementAndGet();
            runs.countDown();
        });

        try (var one = new TaskRunner(leases, List.of(task));
                var other = new TaskRunner(leases, List.of(task))) {
            one.start();
            other.start();
            assertTrue(runs.await(1, TimeUnit.MINUTES));
        }

        assertEquals(1, most.get());
    }

    @Test
    void aTaskThatFailsRunsAgainAndHoldsUpNoOther() throws InterruptedException {
        var failures = new CountDownLatch(3);
        var others = new CountDownLatch(3);
        PeriodicTask failing = task("failing", OFTEN, () -> {
            failures.countDown();
            throw new IllegalStateException("planned");
        });

        try (var runner = new TaskRunner(leases, List.of(failing, task("other", OFTEN, others::countDown)))) {
            runner.start();

            assertTrue(failures.await(1, TimeUnit.MINUTES));
            assertTrue(others.await(1, TimeUnit.MINUTES));
        }
    }

    @Test
    void stoppingInterruptsARunAndLeavesItToAnotherNode() throws InterruptedException {
        var started = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        PeriodicTask endless = task("endless", OFTEN, () -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                ended.countDown();
            }
        });
        var runner = new TaskRunner(leases, List.of(endless));

        runner.start();
        assertTrue(started.await(1, TimeUnit.MINUTES));
        runner.close();

        assertEquals(0, ended.getCount());
        assertTrue(leases.tryAcquire("task/endless", Duration.ofSeconds(1)).isPresent());
    }

    @Test
    void moreNodesAreNotMoreRuns() {
        var runs = new AtomicInteger();
        PeriodicTask daily = task("daily", Duration.ofDays(1), runs::incrementAndGet);

        withTimer(timer -> {
            for (int node = 0; node < 3; node++) {
                new TaskTurn(daily, leases, timer, Duration.ofMinutes(1), Duration.ofMinutes(1)).run();
            }
        });

        assertEquals(1, runs.get());
    }

    @Test
    void aRunWhoseLeaseIsLostIsStopped() {
        var interrupted = new AtomicInteger();
        PeriodicTask robbed = task("robbed", Duration.ofDays(1), () -> {
            database.requests()
                    .write(
                            "test",
                            scope -> scope.session()
                                    .createMutationQuery("delete from LeaseEntity")
                                    .executeUpdate());
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
            }
        });

        withTimer(timer -> new TaskTurn(robbed, leases, timer, Duration.ofMillis(300), Duration.ofMinutes(1)).run());

        assertEquals(1, interrupted.get());
        assertTrue(Thread.interrupted(), "the turn passes the interrupt on");
    }

    private static void withTimer(Consumer<ScheduledExecutorService> work) {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        try {
            work.accept(timer);
        } finally {
            timer.shutdownNow();
        }
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private static PeriodicTask task(String name, Duration interval, Work work) {
        return new PeriodicTask() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Duration interval() {
                return interval;
            }

            @Override
            public void run() throws InterruptedException {
                work.run();
            }
        };
    }
}
