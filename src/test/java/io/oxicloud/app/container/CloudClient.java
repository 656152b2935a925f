package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/** A person and a WebDAV program in front of a running product. */
final class CloudClient {
    private static final String PASSWORD = "correct horse";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LONG_PATIENCE = Duration.ofMinutes(30);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI base;

    CloudClient(URI base) {
        this.base = base;
    }

    boolean isReady() {
        try {
            return http.send(request("ready").build(), BodyHandlers.ofString()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    HttpResponse<String> get(String path) {
        return send(request(path), BodyHandlers.ofString());
    }

    /** Makes the first account, {@code admin} with password {@code correct horse}. */
    void setUp(String token) {
        HttpResponse<String> response = post(
                "api/setup",
                Map.of("username", "admin", "email", "admin@example.org", "password", PASSWORD, "setup_token", token));
        assertEquals(201, response.statusCode(), response.body());
    }

    /** Signs in and gives the access token. */
    String signIn() {
        HttpResponse<String> response = post("api/auth/login", Map.of("username", "admin", "password", PASSWORD));
        assertEquals(200, response.statusCode(), response.body());
        return json(response).get("access_token").asText();
    }

    /** The value for an Authorization header of a WebDAV program. */
    String appPassword(String accessToken) {
        HttpResponse<String> response = send(
                request("api/auth/app-passwords")
                        .header("Authorization", "Bearer " + accessToken)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"label\":\"test\"}")),
                BodyHandlers.ofString());
        assertEquals(201, response.statusCode(), response.body());
        String credentials = "admin:" + json(response).get("password").asText();
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    void put(String authorization, String path, byte[] content) {
        HttpResponse<String> response = send(
                request(path).header("Authorization", authorization).PUT(BodyPublishers.ofByteArray(content)),
                BodyHandlers.ofString());
        assertEquals(201, response.statusCode(), response.body());
    }

    byte[] fetch(String authorization, String path) {
        HttpResponse<byte[]> response =
                send(request(path).header("Authorization", authorization), BodyHandlers.ofByteArray());
        assertEquals(200, response.statusCode());
        return response.body();
    }

    /**
     * Puts whatever the stream gives.
     *
     * @param length announced, or -1 to announce none
     * @return the status
     */
    int put(String authorization, String path, InputStream content, long length) throws IOException {
        var stream = BodyPublishers.ofInputStream(() -> content);
        var body = length < 0
                ? stream
                : length == 0 ? BodyPublishers.noBody() : BodyPublishers.fromPublisher(stream, length);
        return sendNow(
                        request(path)
                                .timeout(LONG_PATIENCE)
                                .header("Authorization", authorization)
                                .PUT(body),
                        BodyHandlers.discarding())
                .statusCode();
    }

    /** Puts what the stream gives without announcing a length, and sends it when the server says so. */
    int putWhenAsked(String authorization, String path, InputStream content) throws IOException {
        return sendNow(
                        request(path)
                                .timeout(LONG_PATIENCE)
                                .header("Authorization", authorization)
                                .expectContinue(true)
                                .PUT(BodyPublishers.ofInputStream(() -> content)),
                        BodyHandlers.discarding())
                .statusCode();
    }

    /** The answer to a GET, whatever it is, with a body to read and close. */
    HttpResponse<InputStream> open(String authorization, String path) throws IOException {
        return sendNow(
                request(path).timeout(LONG_PATIENCE).header("Authorization", authorization),
                BodyHandlers.ofInputStream());
    }

    /** @param headers names and values in turn */
    HttpResponse<byte[]> ask(String method, String authorization, String path, String... headers) {
        HttpRequest.Builder request =
                request(path).header("Authorization", authorization).method(method, BodyPublishers.noBody());
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return send(request, BodyHandlers.ofByteArray());
    }

    HttpResponse<String> post(String path, Map<String, String> body) {
        try {
            return send(
                    request(path)
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(PATIENCE);
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        try {
            return sendNow(request, handler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private <T> HttpResponse<T> sendNow(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler)
            throws IOException {
        try {
            return http.send(request.build(), handler);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode json(HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(response.body(), e);
        }
    }
}
