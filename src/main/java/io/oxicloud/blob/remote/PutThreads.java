package io.oxicloud.blob.remote;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that upload for all batches of a backend. Whoever has something to put waits for room, so that never more than
 * twice as many puts as threads are in memory. Thread-safe.
 */
final class PutThreads implements AutoCloseable {
    private static final int THREADS = 8;
    private static final int IDLE_SECONDS = 10;
    private static final int STOP_SECONDS = 10;

    private final Semaphore room = new Semaphore(2 * THREADS);
    private final ThreadPoolExecutor threads;

    PutThreads() {
        var number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    var thread = new Thread(work, "oxicloud-put-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Waits until there is room for one more; to be followed by {@link #begin}. */
    void awaitRoom() throws InterruptedIOException {
        try {
            room.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before a put");
        }
    }

    /** Gives room back that is not used after all. */
    void leaveRoom() {
        room.release();
    }

    /** @throws IOException if the backend is closed */
    Future<?> begin(Callable<?> put) throws IOException {
        var task = new FutureTask<Object>(put::call) {
            /** Also of one that was given up before its turn came. */
            @Override
            protected void done() {
                room.release();
            }
        };
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            task.cancel(false);
            throw new IOException("the backend is closed", e);
        } catch (Error e) {
            // no thread could be made; the room is given back with the task
            task.cancel(false);
            throw e;
        }
        return task;
    }

    /** Whoever waits for a put whose turn has not come learns that it will not. */
    @Override
    public void close() {
        threads.shutdownNow().forEach(waiting -> ((FutureTask<?>) waiting).cancel(false));
        try {
            threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
