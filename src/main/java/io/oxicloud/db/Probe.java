package io.oxicloud.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks whether the database lives, on a thread of its own: a dead network may hold a connection for longer than the asker
 * wants to wait. There is at most one question at a time, so that askers cannot use up the pool.
 */
final class Probe implements AutoCloseable {
    private static final long LONGEST_SECONDS = 2;

    private final Pool pool;
    private final ExecutorService thread;
    private @Nullable CompletableFuture<Void> running;

    Probe(Pool pool) {
        this.pool = pool;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            var made = new Thread(task, "oxicloud-database-probe");
            made.setDaemon(true);
            return made;
        });
    }

    void ping() {
        try {
            question().get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw Failures.gone(e.getCause());
        } catch (TimeoutException e) {
            throw Failures.gone(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.gone(e);
        }
    }

    private synchronized CompletableFuture<Void> question() {
        if (running == null || running.isDone()) {
            running = CompletableFuture.runAsync(this::ask, thread);
        }
        return running;
    }

    private void ask() {
        Connection connection = pool.take(true);
        try {
            if (!connection.isValid((int) LONGEST_SECONDS)) {
                throw Failures.gone(new SQLException("connection is no longer valid"));
            }
        } catch (SQLException e) {
            throw Failures.gone(e);
        } finally {
            pool.giveBack(connection, true);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            boolean unused = thread.awaitTermination(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
