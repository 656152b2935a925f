package io.oxicloud.cache;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** One load under way: run by the thread that made it, awaited by any other. */
final class Flight<V> {
    private final CompletableFuture<V> result = new CompletableFuture<>();
    private final Thread pilot = Thread.currentThread();

    void land(V value) {
        result.complete(value);
    }

    void crash(Throwable failure) {
        result.completeExceptionally(failure);
    }

    /**
     * Waits for the value, or throws what the load threw.
     *
     * @throws CloudException BUSY if this thread is interrupted, which leaves the load alone
     * @throws IllegalStateException if this thread runs the load: it would wait for itself
     */
    V await(String cache) {
        if (pilot == Thread.currentThread()) {
            throw new IllegalStateException("cache " + cache + ": the load of a key asks for the same key");
        }
        try {
            return result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CloudException(ErrorCode.BUSY, "interrupted while waiting for " + cache, e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            if (e.getCause() instanceof RuntimeException exception) {
                throw exception;
            }
            throw new IllegalStateException("cache " + cache + ": the load threw a checked exception", e.getCause());
        }
    }
}
