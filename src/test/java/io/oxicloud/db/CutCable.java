package io.oxicloud.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A network to a database server that can be cut and mended. A cut one refuses whoever calls. */
final class CutCable implements AutoCloseable {
    private final DatabaseSource.Url direct;
    private final int server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ServerSocket door;
    private volatile boolean cut;

    CutCable(DatabaseSource.Url direct) {
        this.direct = direct;
        server = URI.create(direct.url().substring("jdbc:".length())).getPort();
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::serve);
    }

    /** The same database by way of this cable. */
    DatabaseSource.Url source() {
        String url = direct.url().replace(":" + server + "/", ":" + door.getLocalPort() + "/");
        return new DatabaseSource.Url(url, direct.user(), direct.password());
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
