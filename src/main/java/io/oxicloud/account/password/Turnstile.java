package io.oxicloud.account.password;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Lets a few through at once and a bounded line wait, first come first served; whoever finds the line full is sent away. Of the
 * places in the line one network gets no more than a quarter, so that nobody alone can fill it. Thread-safe.
 */
final class Turnstile {
    private final Semaphore free;
    private final int maxWaiting;
    private final int maxOfOne;
    private final Duration retryAfter;
    /** Guarded by itself: how many wait, of each network that has somebody waiting. */
    private final Map<String, Integer> waiting = new HashMap<>();

    Turnstile(int atOnce, int maxWaiting, Duration retryAfter) {
        this.free = new Semaphore(atOnce, true);
        this.maxWaiting = maxWaiting;
        this.maxOfOne = Math.max(1, maxWaiting / 4);
        this.retryAfter = retryAfter;
    }

    /**
     * @param network where the caller comes from
     * @throws CloudException BUSY if the line is full, for all or for this network, or if the thread is interrupted while it
     *     waits
     */
    <T> T pass(String network, Supplier<T> work) {
        enter(network);
        try {
            return work.get();
        } finally {
            free.release();
        }
    }

    private void enter(String network) {
        if (free.tryAcquire()) {
            return;
        }
        joinLine(network);
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw busy();
        } finally {
            leaveLine(network);
        }
    }

    private void joinLine(String network) {
        synchronized (waiting) {
            if (waiting() >= maxWaiting || waiting.getOrDefault(network, 0) >= maxOfOne) {
                throw busy();
            }
            waiting.merge(network, 1, Integer::sum);
        }
    }

    private void leaveLine(String network) {
        synchronized (waiting) {
            waiting.computeIfPresent(network, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    /** How many wait now. */
    int waiting() {
        synchronized (waiting) {
            return waiting.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    private CloudException busy() {
        return new CloudException(ErrorCode.BUSY, "too many sign-ins at once, try again soon")
                .withRetryAfter(retryAfter);
    }
}
