package io.oxicloud.app;

import io.oxicloud.base.PeriodicTask;
import io.oxicloud.db.Leases;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the periodic tasks, each on one node at a time: whoever holds the task's lease runs it, and goes on holding it until
 * the next run is due, so that more nodes do not mean more runs. A restart does not bring a run forward.
 */
final class TaskRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);
    /** How often at most a node asks for a lease. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

    private final Leases leases;
    private final List<PeriodicTask> tasks;
    private final ScheduledThreadPoolExecutor threads;

    TaskRunner(Leases leases, List<PeriodicTask> tasks) {
        this.leases = leases;
        this.tasks = List.copyOf(tasks);
        var number = new AtomicInteger();
        // one for each task and one that renews the leases of those at work
        threads = new ScheduledThreadPoolExecutor(
                tasks.size() + 1, work -> new Thread(work, "oxicloud-task-" + number.incrementAndGet()));
        threads.setRemoveOnCancelPolicy(true);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a turn sees to its own failures
    void start() {
        for (PeriodicTask task : tasks) {
            long pause = shorter(task.interval(), LONGEST_PAUSE).toMillis();
            var turn = new TaskTurn(task, leases, threads, LEASE, Duration.ofMillis(pause));
            threads.scheduleWithFixedDelay(turn, pause, pause, TimeUnit.MILLISECONDS);
        }
    }

    /** Interrupts what is running and waits for it to end. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("tasks.still-running patience={}", STOP_PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
