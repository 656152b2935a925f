package io.oxicloud.chunk;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that settle batches while their uploads read on. None waits for work for long, and no work for a thread. */
final class Settlers implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Settlers.class);

    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

    private final @Nullable ThreadPoolExecutor threads;

    /** @param most threads at a time; 0 for none */
    Settlers(int most) {
        this.threads = most == 0 ? null : pool(most);
    }

    /** Begins the work at once on another thread; nothing if none is free, or none will be. */
    Optional<Future<?>> begin(Runnable work) {
        try {
            return threads == null ? Optional.empty() : Optional.of(threads.submit(work));
        } catch (RejectedExecutionException e) {
            return Optional.empty();
        }
    }

    /** How many threads there are now. */
    int threads() {
        return threads == null ? 0 : threads.getPoolSize();
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
                log.warn("chunk.settlers-still-running patience={}", STOP_PATIENCE);
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static ThreadPoolExecutor pool(int most) {
        var number = new AtomicInteger();
        return new ThreadPoolExecutor(
                0, most, IDLE.toMillis(), TimeUnit.MILLISECONDS, new SynchronousQueue<>(), work -> {
                    var thread = new Thread(work, "oxicloud-settle-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }
}
