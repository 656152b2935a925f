package io.oxicloud.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A network to a database server that can be cut and mended. A cut one refuses whoever calls. */
final class CutCable implements AutoCloseable {
    private final int server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ServerSocket door;
    private volatile boolean cut;

    CutCable(int server) {
        this.server = server;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::serve);
    }

    int port() {
        return door.getLocalPort();
    }

    void cut() {
        cut = true;
        sockets.forEach(CutCable::shut);
        sockets.clear();
    }

    void mend() {
        cut = false;
    }

    private void serve() {
        while (!door.isClosed()) {
            try {
                connect(door.accept());
            } catch (IOException e) {
                // closed, or the server is not there: the caller sees it
            }
        }
    }

    private void connect(Socket caller) throws IOException {
        sockets.add(caller);
        if (cut) {
            shut(caller);
            return;
        }
        var called = new Socket(InetAddress.getLoopbackAddress(), server);
        sockets.add(called);
        daemon(() -> copy(caller, called));
        daemon(() -> copy(called, caller));
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // cut
        } finally {
            shut(from);
            shut(to);
        }
    }

    private static void shut(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void daemon(Runnable work) {
        var thread = new Thread(work, "cable");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
    }
}
