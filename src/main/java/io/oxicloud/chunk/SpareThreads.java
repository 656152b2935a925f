package io.oxicloud.chunk;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads that lend a hand if they are free. None waits for work for long, and no work for a thread. */
final class SpareThreads implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SpareThreads.class);

    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

    private final @Nullable ThreadPoolExecutor threads;

    /**
     * @param name what their names begin with
     * @param most threads at a time; 0 for none
     */
    SpareThreads(String name, int most) {
        this.threads = most == 0 ? null : pool(name, most);
    }

    /** Begins the work at once on another thread; nothing if none is free, or none will be. */
    <T> Optional<Future<T>> begin(Callable<T> work) {
        try {
            return threads == null ? Optional.empty() : Optional.of(threads.submit(work));
        } catch (RejectedExecutionException e) {
            return Optional.empty();
        }
    }

    /** Lets what is under way end. */
    @Override
    public void close() {
        if (threads == null) {
            return;
        }
        threads.shutdown();
        try {
            if (!threads.awaitTermination(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("chunk.threads-still-running patience={}", STOP_PATIENCE);
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static ThreadPoolExecutor pool(String name, int most) {
        var number = new AtomicInteger();
        return new ThreadPoolExecutor(
                0, most, IDLE.toMillis(), TimeUnit.MILLISECONDS, new SynchronousQueue<>(), work -> {
                    var thread = new Thread(work, name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }
}
