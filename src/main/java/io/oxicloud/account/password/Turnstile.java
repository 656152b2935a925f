package io.oxicloud.account.password;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Lets a few through at once and a bounded line wait, first come first served; whoever finds the line full is sent away.
 * Thread-safe.
 */
final class Turnstile {
    private final Semaphore free;
    private final int maxWaiting;
    private final Duration retryAfter;
    private final AtomicInteger waiting = new AtomicInteger();

    Turnstile(int atOnce, int maxWaiting, Duration retryAfter) {
        this.free = new Semaphore(atOnce, true);
        this.maxWaiting = maxWaiting;
        this.retryAfter = retryAfter;
    }

    /** @throws CloudException BUSY if the line is full or the thread is interrupted while it waits */
    <T> T pass(Supplier<T> work) {
        enter();
        try {
            return work.get();
        } finally {
            free.release();
        }
    }

    private void enter() {
        if (free.tryAcquire()) {
            return;
        }
        if (waiting.incrementAndGet() > maxWaiting) {
            waiting.decrementAndGet();
            throw busy();
        }
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw busy();
        } finally {
            waiting.decrementAndGet();
        }
    }

    /** How many wait now. */
    int waiting() {
        return waiting.get();
    }

    private CloudException busy() {
        return new CloudException(ErrorCode.BUSY, "too many sign-ins at once, try again soon")
                .withRetryAfter(retryAfter);
    }
}
