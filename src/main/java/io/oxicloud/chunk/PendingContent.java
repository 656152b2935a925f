package io.oxicloud.chunk;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Bytes of a content that are being opened elsewhere while their reader does something else. If no thread is free they are
 * opened when they are asked for. For one thread.
 */
public final class PendingContent implements AutoCloseable {
    private final Supplier<InputStream> opening;
    private final Optional<Future<InputStream>> begun;
    private volatile boolean unwanted;
    private boolean taken;

    PendingContent(
            Supplier<InputStream> opening, Function<Callable<InputStream>, Optional<Future<InputStream>>> threads) {
        this.opening = opening;
        this.begun = threads.apply(this::open);
    }

    /** Nothing is pending: opened when it is asked for. */
    public static PendingContent of(Supplier<InputStream> opening) {
        return new PendingContent(opening, work -> Optional.empty());
    }

    /** On the other thread. Nobody closes what comes too late but who opened it. */
    private InputStream open() throws IOException {
        InputStream bytes = opening.get();
        if (unwanted) {
            bytes.close();
        }
        return bytes;
    }

    /**
     * Once; the stream is the caller's.
     *
     * @throws io.oxicloud.base.CloudException as {@link ChunkStore#open}
     */
    public InputStream take() {
        taken = true;
        if (begun.isEmpty()) {
            return opening.get();
        }
        try {
            return begun.get().get();
        } catch (InterruptedException e) {
            taken = false;
            Thread.currentThread().interrupt();
            throw BlobFailures.translate(new InterruptedIOException("interrupted while reading"));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        }
    }

    /** Gives up what was not taken. Not by an interrupt: the thread may be reading a row. */
    @Override
    public void close() {
        if (taken || begun.isEmpty()) {
            return;
        }
        unwanted = true;
        Future<InputStream> opened = begun.get();
        if (!opened.cancel(false) && !opened.isCancelled()) {
            try {
                opened.get().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException e) {
                // it could not be opened, and nobody wants it
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
