package io.oxicloud.db;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The threads of our pools, which are still on their last steps when a pool says it is closed. */
final class PoolThreads implements ThreadFactory {
    private static final long LONGEST_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    @Override
    public Thread newThread(Runnable work) {
        threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        var thread = new Thread(work, "oxicloud-database-pool");
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }

    /** A servlet container looks for forgotten threads right after our stop. */
    void awaitEnd() {
        try {
            for (Thread thread : threads) {
                thread.join(LONGEST_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
