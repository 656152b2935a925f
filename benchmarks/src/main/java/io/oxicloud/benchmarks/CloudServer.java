package io.oxicloud.benchmarks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Secret;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.azure.AzureBlobBackend;
import io.oxicloud.blob.azure.AzureSettings;
import io.oxicloud.blob.remote.RetrySettings;
import io.oxicloud.blob.remote.RetryingBlobBackend;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.concurrent.Executors;

/**
 * A process of its own that hands a blob on from the product's Azure backend: {@code /before/START/END} reads all of it and then
 * writes, {@code /after/START/END} writes as it comes, {@code /missing} asks for what is not there, and {@code /live} tells the bytes that
 * are in use after a collection.
 */
final class CloudServer {
    private static final int BUFFER = 128 << 10;

    private final BlobBackend backend;
    private final BlobName there = name((byte) 1);
    private final BlobName missing = name((byte) -1);

    private CloudServer(BlobBackend backend) {
        this.backend = backend;
    }

    /** Prints its port. */
    public static void main(String[] arguments) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        var settings =
                AzureSettings.withKey("stub", new Secret("c2VjcmV0"), "blobs", URI.create(arguments[0] + "/stub"));
        var served = new CloudServer(new RetryingBlobBackend(AzureBlobBackend.open(settings), RetrySettings.DEFAULTS));
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", served::answer);
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    private static BlobName name(byte first) {
        byte[] digest = new byte[Hash.LENGTH];
        Arrays.fill(digest, first);
        return new BlobName(Hash.of(digest), 0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String[] path = exchange.getRequestURI().getPath().split("/", -1);
            switch (path[1]) {
                case "live" -> tell(exchange, 200, String.valueOf(live()));
                case "missing" -> send(exchange, missing, new ByteRange(0, 1), false);
                default ->
                    send(
                            exchange,
                            there,
                            new ByteRange(Long.parseLong(path[2]), Long.parseLong(path[3])),
                            path[1].equals("before"));
            }
        }
    }

    private void send(HttpExchange exchange, BlobName name, ByteRange range, boolean first) throws IOException {
        try (InputStream in = opened(name, range, first)) {
            exchange.sendResponseHeaders(200, range.length());
            OutputStream out = exchange.getResponseBody();
            byte[] buffer = new byte[BUFFER];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
            }
        } catch (NoSuchFileException e) {
            tell(exchange, 404, "no such blob");
        }
    }

    private InputStream opened(BlobName name, ByteRange range, boolean first) throws IOException {
        InputStream in = range.start() == 0 && !name.equals(missing) ? backend.open(name) : backend.open(name, range);
        if (!first) {
            return in;
        }
        try (in) {
            return new ByteArrayInputStream(in.readAllBytes());
        }
    }

    private static void tell(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static long live() {
        System.gc();
        long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return direct + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
