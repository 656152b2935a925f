package io.oxicloud.blob.object;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A cable to a server that counts what comes from there, can be cut after so many bytes, and holds little by itself. */
final class Meter implements AutoCloseable {
    private static final int BUFFER = 16 << 10;
    private static final int STILL = 20;
    private static final int PATIENCE = 1_000;
    private static final long PAUSE_MILLIS = 20;

    private final URI server;
    private final ServerSocket door;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger callers = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private volatile long cutAfter = Long.MAX_VALUE;
    private volatile boolean stopped;

    Meter(URI server) throws IOException {
        this.server = server;
        door = new ServerSocket();
        door.setReceiveBufferSize(BUFFER);
        door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        daemon(this::serve);
    }

    /** The same server by way of this cable. */
    URI uri() {
        return URI.create(server.toString().replace(":" + server.getPort(), ":" + door.getLocalPort()));
    }

    /** Whoever has got so many bytes in all from the server gets no more, on no connection. */
    void cutAfter(long count) {
        cutAfter = count;
    }

    /** Nothing more comes, and nobody is told. */
    void stop() {
        stopped = true;
    }

    long bytes() {
        return bytes.get();
    }

    /** How many connections there have been. */
    int callers() {
        return callers.get();
    }

    /** Waits until nothing has come for a while. */
    long settled() throws InterruptedException {
        long seen = -1;
        int still = 0;
        while (still < STILL) {
            Thread.sleep(PAUSE_MILLIS);
            still = seen == bytes.get() ? still + 1 : 0;
            seen = bytes.get();
        }
        return seen;
    }

    /** Waits until no connection is left. */
    void awaitNobody() throws InterruptedException {
        for (int i = 0; open.get() > 0; i++) {
            if (i == PATIENCE) {
                throw new AssertionError(open.get() + " connections are still open");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private void serve() {
        while (!door.isClosed()) {
            try {
                connect(door.accept());
            } catch (IOException e) {
                // closed
            }
        }
    }

    private void connect(Socket caller) throws IOException {
        caller.setSendBufferSize(BUFFER);
        var called = new Socket();
        called.setReceiveBufferSize(BUFFER);
        called.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        callers.incrementAndGet();
        open.incrementAndGet();
        daemon(() -> forward(caller, called));
        daemon(() -> back(called, caller));
    }

    private static void forward(Socket caller, Socket called) {
        try (caller;
                called) {
            caller.getInputStream().transferTo(called.getOutputStream());
        } catch (IOException e) {
            // gone
        }
    }

    private void back(Socket called, Socket caller) {
        byte[] buffer = new byte[BUFFER];
        try (caller;
                called) {
            int count = called.getInputStream().read(buffer);
            while (count >= 0) {
                int allowed = (int) Math.min(count, cutAfter - bytes.get());
                while (stopped) {
                    Thread.sleep(PAUSE_MILLIS);
                }
                caller.getOutputStream().write(buffer, 0, allowed);
                bytes.addAndGet(allowed);
                count = allowed < count ? -1 : called.getInputStream().read(buffer);
            }
        } catch (IOException | InterruptedException e) {
            // gone
        } finally {
            open.decrementAndGet();
        }
    }

    private static void daemon(Runnable work) {
        var thread = new Thread(work, "meter");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        stopped = false;
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
