package io.oxicloud.benchmarks;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A {@link CloudServer} in a JVM of its own with so much heap, and a client of it. */
final class CloudProcess implements AutoCloseable {
    private final Process process;
    private final int port;

    CloudProcess(URI stub, int heapMiB) throws IOException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMiB + "m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CloudServer.class.getName(),
                        stub.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        String line = lines.readLine();
        if (line == null) {
            throw new IOException("the server did not start");
        }
        port = Integer.parseInt(line);
    }

    /** Bytes in use after a collection; the least of some. */
    long live() throws IOException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            try (var answer = get("/live")) {
                least = Math.min(
                        least, Long.parseLong(new String(answer.body().readAllBytes(), StandardCharsets.US_ASCII)));
            }
        }
        return least;
    }

    /** Asks, and returns when the first byte of the body is there. */
    Answer get(String path) throws IOException {
        return get(port, path);
    }

    /** Likewise, of some server on this machine. */
    static Answer get(int port, String path) throws IOException {
        long begin = System.nanoTime();
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                socket.close();
                throw new EOFException("no answer");
            }
            head.append((char) next);
        }
        int first = in.read();
        return new Answer(socket, Integer.parseInt(head.substring(9, 12)), (byte) first, System.nanoTime() - begin);
    }

    /**
     * An answer that has begun.
     *
     * @param first byte of the body
     * @param nanos until it came, the connection included
     */
    record Answer(Socket socket, int status, byte first, long nanos) implements AutoCloseable {
        /** All of it, the first byte again. */
        InputStream body() throws IOException {
            return new java.io.SequenceInputStream(
                    new java.io.ByteArrayInputStream(new byte[] {first}), socket.getInputStream());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
