package io.oxicloud.app;

import io.oxicloud.base.PeriodicTask;
import io.oxicloud.db.Lease;
import io.oxicloud.db.Leases;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One task's turn: asks for its lease and, if it gets it, runs the task while the lease is kept alive. */
final class TaskTurn implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskTurn.class);
    private final PeriodicTask task;
    private final Leases leases;
    private final ScheduledExecutorService threads;
    private final Duration life;
    private final Duration rest;
    /** Of a row of failures only the first is logged. Only one turn runs at a time. */
    private boolean failing;

    /**
     * @param life of the lease unless it is renewed: a node that died in a run holds the others up for so long
     * @param pause between two turns; the lease ends a little before the first turn at which the task is due again
     */
    TaskTurn(PeriodicTask task, Leases leases, ScheduledExecutorService threads, Duration life, Duration pause) {
        this.task = task;
        this.leases = leases;
        this.threads = threads;
        this.life = life;
        this.rest = task.interval().minus(pause.dividedBy(10));
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // a task may throw anything, and its next run comes all the same
    public void run() {
        try {
            Optional<Lease> lease = leases.tryAcquire("task/" + task.name(), life);
            if (lease.isPresent()) {
                runUnder(lease.get());
            }
            failing = false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception | LinkageError e) {
            if (!failing) {
                LOG.error("task.failed name={}", task.name(), e);
            }
            failing = true;
        }
    }

    private void runUnder(Lease lease) throws InterruptedException {
        Thread runner = Thread.currentThread();
        long period = life.toMillis() / 3;
        Future<?> renewal =
                threads.scheduleAtFixedRate(() -> renew(lease, runner), period, period, TimeUnit.MILLISECONDS);
        try {
            task.run();
            lease.renew(rest);
        } catch (InterruptedException e) {
            lease.close(); // cut off here, so another node may do it
            throw e;
        } catch (RuntimeException | LinkageError e) {
            restAfter(e, lease);
            throw e;
        } finally {
            renewal.cancel(false);
        }
    }

    private void restAfter(Throwable failure, Lease lease) {
        try {
            lease.renew(rest);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** A lease that was lost is somebody else's: two runs at a time must not be, so this one stops. */
    private void renew(Lease lease, Thread runner) {
        try {
            if (!lease.renew(life)) {
                LOG.warn("task.lease-lost name={}", task.name());
                runner.interrupt();
            }
        } catch (RuntimeException e) {
            LOG.warn("task.lease-not-renewed name={}", task.name(), e);
        }
    }
}
