package io.oxicloud.dav;

import io.oxicloud.rest.EdgeServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Somebody who is signed in at the edge. Bodies are Latin-1 text, a character for each byte. */
final class DavClient {
    private final EdgeServer server;
    private final String contextPath;
    private final String authorization;
    private final HttpClient http = HttpClient.newHttpClient();

    DavClient(EdgeServer server, String contextPath, String user) {
        this(server, contextPath, user, ServedFiles.PASSWORD);
    }

    DavClient(EdgeServer server, String contextPath, String user, String password) {
        this.server = server;
        this.contextPath = contextPath;
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    /** @param headers names and values in turn */
    HttpResponse<String> send(String method, String path, String... headers) {
        return send(method, path, BodyPublishers.noBody(), headers);
    }

    HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, headers);
    }

    HttpResponse<String> put(String path, String body, String... headers) {
        return send("PUT", path, BodyPublishers.ofString(body, StandardCharsets.ISO_8859_1), headers);
    }

    /** In chunks, without a length. */
    static BodyPublisher chunked(byte[] body) {
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
    }

    HttpResponse<String> send(String method, String path, BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path))
                .setHeader("Authorization", authorization)
                .method(method, body);
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * All that comes until the server closes.
     *
     * @param path as it goes out
     * @param lines further lines of the head, each with its end
     */
    String raw(String method, String path, String lines) throws IOException {
        try (Socket socket = server.connect()) {
            String head =
                    method + ' ' + contextPath + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: "
                            + authorization + "\r\n" + lines + "\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }
}
