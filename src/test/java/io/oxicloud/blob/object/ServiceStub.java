package io.oxicloud.blob.object;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Says to everybody what it was told to say, as both services would put it, and notes what it was asked. */
final class ServiceStub implements AutoCloseable {
    private final HttpServer server;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Integer> bodies = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile String code = "";
    private volatile byte[] body = {};
    private volatile int lengthOfAll = -1;
    private volatile int replacing;

    ServiceStub() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void answer(int newStatus, String newCode) {
        answer(newStatus, newCode, new byte[0]);
    }

    void answer(int newStatus, String newCode, byte[] newBody) {
        status = newStatus;
        code = newCode;
        body = newBody;
    }

    /** HEAD finds everything, and this long. */
    void lengthOfAll(int length) {
        lengthOfAll = length;
    }

    /** The status of a PUT without a condition. */
    void replacing(int newStatus) {
        replacing = newStatus;
    }

    /** Methods, with the condition. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** Lengths of what was put. */
    List<Integer> bodies() {
        return List.copyOf(bodies);
    }

    void clear() {
        requests.clear();
        bodies.clear();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            String condition = exchange.getRequestHeaders().getFirst("If-None-Match");
            requests.add(condition == null ? method : method + " " + condition);
            int received = exchange.getRequestBody().readAllBytes().length;
            if (method.equals("PUT")) {
                bodies.add(received);
            }
            if (method.equals("HEAD") && lengthOfAll >= 0) {
                exchange.getResponseHeaders().set("Content-Length", String.valueOf(lengthOfAll));
                exchange.sendResponseHeaders(200, -1);
            } else if (method.equals("PUT") && condition == null && replacing != 0) {
                exchange.sendResponseHeaders(replacing, -1);
            } else {
                say(exchange, method);
            }
        }
    }

    private void say(HttpExchange exchange, String method) throws IOException {
        byte[] said = code.isEmpty()
                ? body
                : ("<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>told</Message></Error>")
                        .getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        if (!code.isEmpty()) {
            exchange.getResponseHeaders().set("x-ms-error-code", code);
        }
        boolean none = method.equals("HEAD") || said.length == 0;
        exchange.sendResponseHeaders(status, none ? -1 : said.length);
        if (!none) {
            exchange.getResponseBody().write(said);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
