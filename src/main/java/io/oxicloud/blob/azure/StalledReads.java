package io.oxicloud.blob.azure;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends reads that wait too long for the next bytes: the JDK's client has a limit for the beginning of an answer and none for
 * the rest.
 */
final class StalledReads implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StalledReads.class);
    private static final int LOOKS = 6;

    private final long patience;
    private final Set<Watched> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(work -> {
        var thread = new Thread(work, "blob-azure-watch");
        thread.setDaemon(true);
        return thread;
    });

    private final Future<?> looking;

    StalledReads(Duration patience) {
        this.patience = patience.toNanos();
        long pause = this.patience / LOOKS;
        looking = watch.scheduleWithFixedDelay(() -> open.forEach(Watched::look), pause, pause, TimeUnit.NANOSECONDS);
    }

    /** The same bytes; a read that waits too long fails. To be closed. */
    InputStream watch(InputStream in) {
        var watched = new Watched(in);
        open.add(watched);
        return watched;
    }

    @Override
    public void close() {
        looking.cancel(false);
        watch.shutdown();
    }

    private final class Watched extends FilterInputStream {
        /** When the read began that is under way; 0 if there is none. */
        private volatile long since;

        private volatile boolean stalled;

        Watched(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            since = System.nanoTime() | 1;
            try {
                int count = in.read(to, offset, length);
                if (count >= 0 || !stalled) {
                    return count;
                }
            } catch (IOException e) {
                if (!stalled) {
                    throw e.getCause() instanceof InterruptedException ? interrupted() : e;
                }
            } finally {
                since = 0;
            }
            throw new SocketTimeoutException("no more bytes came for too long");
        }

        private IOException interrupted() {
            Thread.currentThread().interrupt();
            return new ClosedByInterruptException();
        }

        void look() {
            long start = since;
            if (start != 0 && System.nanoTime() - start > patience) {
                stalled = true;
                try {
                    // the read that waits fails, or sees an end of the stream
                    in.close();
                } catch (IOException e) {
                    log.debug("blob.stalled cause={}", e.toString());
                }
            }
        }

        @Override
        public void close() throws IOException {
            open.remove(this);
            in.close();
        }
    }
}
