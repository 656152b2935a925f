package io.oxicloud.blob.remote;

import io.oxicloud.blob.BlobStoreFullException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does again what failed for a reason that may pass. Thread-safe. */
final class Retries {
    private static final Logger log = LoggerFactory.getLogger(Retries.class);

    private final RetrySettings settings;
    private final Pause pause;

    Retries(RetrySettings settings, Pause pause) {
        this.settings = settings;
        this.pause = pause;
    }

    /** May be done any number of times. */
    interface Call<T> {
        T run() throws IOException;
    }

    /** Likewise, without a result. */
    interface Step {
        void run() throws IOException;
    }

    /** Waits. Another one for tests. */
    interface Pause {
        void await(Duration time) throws InterruptedException;
    }

    /** @throws IOException of the last try */
    <T> T run(String what, Call<T> call) throws IOException {
        for (int retry = 0; ; retry++) {
            try {
                return call.run();
            } catch (IOException e) {
                if (retry == settings.retries() || !mayPass(e)) {
                    throw e;
                }
                log.warn("blob.retry what={} retry={} cause={}", what, retry + 1, e.toString());
                await(settings.pause(retry), e);
            }
        }
    }

    /** @throws IOException of the last try */
    void repeat(String what, Step step) throws IOException {
        run(what, () -> {
            step.run();
            return true;
        });
    }

    /** Anything that is not known to stay as it is. */
    static boolean mayPass(IOException failure) {
        boolean interrupted = failure instanceof ClosedByInterruptException
                || (failure instanceof InterruptedIOException && !(failure instanceof SocketTimeoutException));
        return !interrupted
                && !(failure instanceof NoSuchFileException)
                && !(failure instanceof EOFException)
                && !(failure instanceof AccessDeniedException)
                && !(failure instanceof BlobStoreFullException);
    }

    /** Between half of the time and all of it, so that those who failed together do not come back together. */
    private void await(Duration time, IOException why) throws IOException {
        long half = time.toMillis() / 2;
        try {
            pause.await(Duration.ofMillis(half + ThreadLocalRandom.current().nextLong(half + 1)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            var interrupted = new InterruptedIOException("interrupted between two tries");
            interrupted.initCause(why);
            throw interrupted;
        }
    }
}
