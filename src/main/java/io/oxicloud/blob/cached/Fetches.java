package io.oxicloud.blob.cached;

import io.oxicloud.blob.BlobName;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** What is being fetched, so that those who want the same wait for one fetch. Thread-safe. */
final class Fetches {
    private final ConcurrentMap<BlobName, FutureTask<byte @Nullable []>> running = new ConcurrentHashMap<>();

    /**
     * Fetches by itself, or waits for whoever does. Those who waited share the failure, but for an interrupt, which was not
     * meant for them.
     */
    byte @Nullable [] once(BlobName name, Callable<byte @Nullable []> fetch) throws IOException {
        while (true) {
            var own = new FutureTask<byte @Nullable []>(fetch);
            FutureTask<byte @Nullable []> other = running.putIfAbsent(name, own);
            if (other == null) {
                try {
                    own.run();
                    return result(own);
                } finally {
                    running.remove(name, own);
                }
            }
            try {
                return result(other);
            } catch (InterruptedIOException e) {
                if (e instanceof SocketTimeoutException
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
    }

    private static byte @Nullable [] result(FutureTask<byte @Nullable []> fetch) throws IOException {
        try {
            return fetch.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a blob");
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    private static IOException failure(@Nullable Throwable cause) {
        if (cause instanceof ClosedByInterruptException) {
            var interrupted = new InterruptedIOException("interrupted while fetching a blob");
            interrupted.initCause(cause);
            return interrupted;
        }
        return cause instanceof IOException failure ? failure : new IOException("a blob could not be fetched", cause);
    }
}
