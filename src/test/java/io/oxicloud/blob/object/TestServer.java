package io.oxicloud.blob.object;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** A storage service as a process of its own, on this machine and a free port, until the end of this JVM. */
public final class TestServer {
    private static final long PATIENCE_SECONDS = 120;
    private static final long PAUSE_MILLIS = 50;

    private final Process process;
    private final Path folder;
    private final int port;

    private TestServer(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    /** @param command of a folder for its files and its port */
    public static TestServer start(
            String name, Map<String, String> environment, BiFunction<Path, Integer, List<String>> command) {
        try {
            Path folder = Files.createTempDirectory(name);
            int port = freePort();
            var builder = new ProcessBuilder(command.apply(folder, port))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output.txt").toFile());
            builder.environment().putAll(environment);
            var server = new TestServer(builder.start(), folder, port);
            Runtime.getRuntime().addShutdownHook(new Thread(server::end));
            server.awaitDoor();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    private void awaitDoor() throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!answers()) {
            if (System.nanoTime() > end || !process.isAlive()) {
                throw new IllegalStateException("no server came up: " + Files.readString(folder.resolve("output.txt")));
            }
            pause();
        }
    }

    private boolean answers() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private void end() {
        process.destroyForcibly().onExit().join();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
