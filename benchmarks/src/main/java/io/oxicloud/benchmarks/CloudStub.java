package io.oxicloud.benchmarks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A storage service of one blob, which answers ranged GETs as Azure does and makes the bytes up from their offset, so that it holds
 * none. Thread-safe.
 */
final class CloudStub implements AutoCloseable {
    private static final int FRAME = 256 << 10;
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d*)");

    private final long length;
    private final byte[] block = new byte[FRAME];
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong sent = new AtomicLong();

    /** How many of the next answers break off half way. */
    final AtomicInteger cuts = new AtomicInteger();

    CloudStub(long length) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        this.length = length;
        new Random(14).nextBytes(block);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Bytes of content since the last call of this method. */
    long takeSent() {
        return sent.getAndSet(0);
    }

    long sent() {
        return sent.get();
    }

    /** The frame that begins at this offset. */
    byte[] frame(long offset) {
        byte[] frame = block.clone();
        ByteBuffer.wrap(frame).putLong(0, offset / FRAME);
        return frame;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = exchange.getResponseHeaders();
            headers.set("x-ms-version", "2024-11-04");
            headers.set("x-ms-request-id", "00000000-0000-0000-0000-000000000000");
            if (exchange.getRequestURI().getPath().contains("/ff/")) {
                headers.set("x-ms-error-code", "BlobNotFound");
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            headers.set("x-ms-blob-type", "BlockBlob");
            headers.set("ETag", "\"0x8D0000000000000\"");
            headers.set("Last-Modified", "Sun, 01 Mar 2026 12:00:00 GMT");
            String asked = exchange.getRequestHeaders().getFirst("x-ms-range");
            if (asked == null) {
                asked = exchange.getRequestHeaders().getFirst("Range");
            }
            long start = 0;
            long end = length;
            Matcher range = RANGE.matcher(asked == null ? "" : asked);
            if (range.matches()) {
                start = Long.parseLong(range.group(1));
                end = range.group(2).isEmpty() ? length : Math.min(length, Long.parseLong(range.group(2)) + 1);
                headers.set("Content-Range", "bytes " + start + "-" + (end - 1) + "/" + length);
            }
            if (exchange.getRequestMethod().equals("HEAD")) {
                headers.set("Content-Length", String.valueOf(end - start));
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            exchange.sendResponseHeaders(range.matches() ? 206 : 200, end - start);
            send(exchange.getResponseBody(), start, cut() ? start + (end - start) / 2 : end);
        }
    }

    private boolean cut() {
        return cuts.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    private void send(OutputStream out, long start, long end) throws IOException {
        for (long at = start; at < end; ) {
            byte[] frame = frame(at - at % FRAME);
            int from = (int) (at % FRAME);
            int count = (int) Math.min(FRAME - from, end - at);
            out.write(frame, from, count);
            sent.addAndGet(count);
            at += count;
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
