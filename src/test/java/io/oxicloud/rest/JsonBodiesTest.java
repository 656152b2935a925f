package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.UserId;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes in as JSON and what failures look like, by HTTP, with a resource that gives back what it read. */
class JsonBodiesTest {
    private static final int MAX_BYTES = 1 << 20;
    private static final int DEEP = 100_000;

    record Inner(String innerName) {}

    record Everything(
            String text,
            int number,
            @Nullable Boolean flag,
            @Nullable Instant at,
            @Nullable UUID id,
            @Nullable List<Inner> inners,
            @Nullable Map<String, String> labels) {
        Everything {
            if (number < 0) {
                throw new CloudException(ErrorCode.INVALID_INPUT, "number must not be negative");
            }
        }
    }

    @Path("/echo")
    @Produces(MediaType.APPLICATION_JSON)
    @Consumes(MediaType.APPLICATION_JSON)
    public static final class Echo {
        @POST
        @Public
        public Everything echo(Everything body) {
            return body;
        }

        @POST
        @Path("/optional")
        @Public
        public List<String> optional(@OptionalBody @Nullable Inner body) {
            return List.of(body == null ? "nothing" : body.innerName());
        }

        @GET
        @Path("/page/{user}")
        @Public
        public List<String> page(@PathParam("user") UserId user, @QueryParam("limit") PageSize size) {
            return List.of(user.toString(), String.valueOf(size.value()));
        }

        @GET
        @Path("/failing/{how}")
        @Public
        public String fail(@PathParam("how") String how) {
            throw switch (how) {
                case "limit" ->
                    new CloudException(ErrorCode.RATE_LIMITED, "10 sign-ins a minute are enough")
                            .withRetryAfter(Duration.ofMillis(2_100));
                case "locked" ->
                    new CloudException(ErrorCode.RATE_LIMITED, "too many wrong passwords")
                            .withReason("AccountLocked")
                            .withRetryAfter(Duration.ofMinutes(15));
                case "down" -> new CloudException(ErrorCode.BACKEND_DOWN, "the database does not answer");
                case "default" -> new CloudException(ErrorCode.NOT_ALLOWED_HERE, "a personal drive stays");
                case "corrupt" -> new CloudException(ErrorCode.CORRUPT_CONTENT, "chunk 17 of anna's file is bad");
                default -> new IllegalStateException("secret detail");
            };
        }
    }

    private static EdgeServer server;

    @BeforeAll
    static void start() {
        var mapper = Json.mapper(MAX_BYTES);
        server = EdgeServer.start(
                "/some/context",
                Map.of(
                        "/api/*",
                        new ApiServlet(
                                List.of(
                                        new JsonBodies(mapper, MAX_BYTES),
                                        new BodyPresence(),
                                        new ErrorAnswers(() -> "request-17"),
                                        new TypedParameters()),
                                List.of(new Echo()))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void assertRefused(HttpResponse<String> response, String... words) {
        assertEquals(400, response.statusCode(), response.body());
        for (String word : words) {
            assertTrue(response.body().contains(word), () -> word + " is missing in " + response.body());
        }
        assertTrue(
                !response.body().contains("oxicloud.rest") && !response.body().contains("java"), response.body());
    }

    @Test
    void goodBodyIsReadAndWrittenInSnakeCaseWithoutNulls() {
        var response = server.post("/api/echo", """
                {"text":"\\u00fc\\ud83d\\ude00","number":7,"flag":true,"at":"2026-01-31T13:00:00+01:00",
                 "id":"0198B5B0-0000-7000-8000-000000000001","inners":[{"inner_name":"x"}],"unknown":[{}]}""");

        assertEquals(200, response.statusCode(), response.body());
        assertEquals(
                "{\"text\":\"ü😀\",\"number\":7,\"flag\":true,\"at\":\"2026-01-31T12:00:00Z\","
                        + "\"id\":\"0198b5b0-0000-7000-8000-000000000001\",\"inners\":[{\"inner_name\":\"x\"}]}",
                response.body());
        assertEquals(
                "application/json",
                response.headers().firstValue("Content-Type").orElse(""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"text\":\"a\",\"number\":| line 1, column",
                "nonsense| line 1",
                "{\"text\":\"a\",\"number\":1}}| line 1",
                "{\"text\":\"a\",\"number\":1} true| line 1",
                "{\"text\":\"a\",\"text\":\"b\",\"number\":1}| line 1",
                "[]| JSON object",
                "null| JSON object",
                "\"text\"| JSON object",
                "5| JSON object",
                "{\"text\":5,\"number\":1}| text must be a text (line",
                "{\"text\":{},\"number\":1}| text must be a text",
                "{\"text\":\"a\",\"number\":\"5\"}| number must be a whole number",
                "{\"text\":\"a\",\"number\":1.5}| number must be a whole number",
                "{\"text\":\"a\",\"number\":1e999999999}| number must be a whole number",
                "{\"text\":\"a\",\"number\":99999999999}| number must be a whole number",
                "{\"text\":\"a\",\"number\":null}| number must be a whole number",
                "{\"text\":\"a\",\"number\":-1}| number must not be negative",
                "{\"text\":\"a\",\"number\":1,\"flag\":\"true\"}| flag must be true or false",
                "{\"text\":\"a\",\"number\":1,\"at\":\"tomorrow\"}| at must be a time",
                "{\"text\":\"a\",\"number\":1,\"at\":\"+999999999-01-01T00:00:00Z\"}| at must be a time",
                "{\"text\":\"a\",\"number\":1,\"at\":17}| at must be a time",
                "{\"text\":\"a\",\"number\":1,\"id\":\"1-1-1-1-1\"}| id must be a UUID",
                "{\"text\":\"a\",\"number\":1,\"inners\":{}}| inners must be a list",
                "{\"text\":\"a\",\"number\":1,\"inners\":[{\"inner_name\":1}]}| inners[0].inner_name must be a text",
                "{\"text\":\"a\\u0000b\",\"number\":1}| text must not contain NUL",
                "{\"text\":\"\\ud800\",\"number\":1}| text must not contain NUL",
                "{\"text\":\"\\udc00\\ud800\",\"number\":1}| text must not contain NUL",
                "{\"text\":\"a\",\"number\":1,\"labels\":{\"x\":\"\\u0000\"}}| labels.x must not contain NUL",
            })
    void badBodyIsRefusedAndThePlaceIsNamed(String body, String words) {
        assertRefused(server.post("/api/echo", body), words);
    }

    @Test
    void deepNestingIsRefusedWhereverItStands() {
        assertRefused(server.post("/api/echo", "[".repeat(DEEP)), "JSON object");
        assertRefused(server.post("/api/echo", "{\"x\":".repeat(DEEP) + "1" + "}".repeat(DEEP)), "nested too deep");
        assertRefused(
                server.post("/api/echo", "{\"text\":\"a\",\"number\":1,\"unknown\":" + "[".repeat(DEEP)),
                "nested too deep");
    }

    @Test
    void hugeNumbersAndNamesAreRefused() {
        assertRefused(server.post("/api/echo", "{\"text\":\"a\",\"number\":" + "9".repeat(1_000) + "}"), "too long");
        assertRefused(server.post("/api/echo", "{\"" + "n".repeat(10_000) + "\":1}"), "too long");
    }

    @Test
    void bodyAboveTheLimitIsRefusedWithItsLimit() {
        var fits = server.post("/api/echo", "{\"number\":1,\"text\":\"" + "x".repeat(MAX_BYTES - 25) + "\"}");
        var two = server.post("/api/echo", "{\"number\":1,\"text\":\"" + "x".repeat(2 * MAX_BYTES) + "\"}");

        assertEquals(200, fits.statusCode());
        assertEquals(413, two.statusCode());
        assertTrue(two.body().contains("1048576"), two.body());
    }

    @Test
    void invalidUtf8IsRefused() {
        var response = server.send(server.request("/api/echo")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(
                        new byte[] {'{', '"', 't', 'e', 'x', 't', '"', ':', '"', (byte) 0xff, '"', '}'})));

        assertRefused(response, "line 1");
    }

    @Test
    void otherMediaTypesAreRefused() {
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "bad")) {
            var response = server.send(server.request("/api/echo")
                    .header("Content-Type", type)
                    .POST(HttpRequest.BodyPublishers.ofString("{\"text\":\"a\",\"number\":1}")));
            assertTrue(response.statusCode() == 415 || response.statusCode() == 400, type + response.statusCode());
        }
        var untyped = server.send(
                server.request("/api/echo").POST(HttpRequest.BodyPublishers.ofString("{\"text\":\"a\",\"number\":1}")));
        assertEquals(415, untyped.statusCode());
    }

    @Test
    void absentBodyIsRefusedUnlessItIsOptional() {
        var nothing = HttpRequest.BodyPublishers.noBody();
        assertRefused(server.send(server.request("/api/echo").POST(nothing)), "needs a JSON body");
        assertRefused(server.post("/api/echo", ""), "needs a JSON body");
        assertEquals(
                "[\"nothing\"]",
                server.send(server.request("/api/echo/optional").POST(nothing)).body());
        assertEquals("[\"nothing\"]", server.post("/api/echo/optional", "").body());
        assertEquals(
                "[\"x\"]",
                server.post("/api/echo/optional", "{\"inner_name\":\"x\"}").body());
    }

    @Test
    void badParametersAreBadRequests() {
        String user = "/api/echo/page/0198b5b0-0000-7000-8000-000000000001";

        assertEquals(200, server.get(user + "?limit=7").statusCode());
        assertTrue(server.get(user + "?limit=-7").body().contains("\"1\""));
        assertTrue(server.get(user + "?limit=7000").body().contains("\"200\""));
        assertRefused(server.get(user + "?limit=many"), "the parameter limit: must be a whole number");
        assertRefused(server.get("/api/echo/page/17"), "the parameter user: not the id of a user");
    }

    @Test
    void errorBodyNamesStatusKindAndMessage() {
        assertEquals(
                "{\"status\":\"405 Method Not Allowed\",\"error\":\"a personal drive stays\","
                        + "\"message\":\"a personal drive stays\",\"error_type\":\"Unsupported Operation\"}",
                server.get("/api/echo/failing/default").body());
    }

    @Test
    void exceededLimitSaysWhenToComeBack() {
        var limit = server.get("/api/echo/failing/limit");
        var locked = server.get("/api/echo/failing/locked");

        assertEquals(429, limit.statusCode());
        assertEquals("3", limit.headers().firstValue("Retry-After").orElse(""));
        assertEquals(
                "{\"status\":\"429 Too Many Requests\",\"error\":\"Too many requests\","
                        + "\"message\":\"10 sign-ins a minute are enough\",\"error_type\":\"RateLimited\","
                        + "\"retry_after_secs\":3}",
                limit.body());
        assertEquals("900", locked.headers().firstValue("Retry-After").orElse(""));
        assertTrue(locked.body().contains("\"error_type\":\"AccountLocked\""), locked.body());
    }

    @Test
    void deadBackendAsksForPatience() {
        var response = server.get("/api/echo/failing/down");

        assertEquals(503, response.statusCode());
        assertEquals("5", response.headers().firstValue("Retry-After").orElse(""));
        assertTrue(response.body().contains("the database does not answer"), response.body());
    }

    @Test
    void unforeseenFailureShowsNothingButTheRequestId() {
        for (String how : List.of("corrupt", "surprise")) {
            var response = server.get("/api/echo/failing/" + how);

            assertEquals(500, response.statusCode());
            assertTrue(response.body().contains("request-17"), response.body());
            assertTrue(!response.body().contains("secret") && !response.body().contains("anna"), response.body());
        }
    }

    @Test
    void unknownRouteIsAnEmptyNotFound() {
        for (String path : List.of("/api/nothing", "/api/echo/", "/api/", "/api", "/api/echo/x/y/z")) {
            var response = server.get(path);
            if (!path.equals("/api/echo/")) {
                assertEquals(404, response.statusCode(), path);
                assertEquals("", response.body(), path);
            }
        }
    }

    @Test
    void wrongMethodNamesTheRightOnes() {
        var response = server.get("/api/echo");

        assertEquals(405, response.statusCode());
        assertTrue(response.headers().firstValue("Allow").orElse("").contains("POST"));
        assertTrue(response.body().contains("\"error_type\":\"Unsupported Operation\""), response.body());
    }

    @ParameterizedTest
    @CsvSource({
        "/api/%00",
        "/api/echo%00",
        "/api/%zz",
        "/api/echo/page/%00",
        "/api/echo/page/%ff",
        "/api/echo/page/%ed%a0%80",
        "/api/echo/page/x?limit=%00",
        "/api/echo/page/x?limit=%zz",
        "/api/echo/page/x?limit=%ff",
        "/api/..;/x",
        "/api/echo/page/..%2f..%2f",
        "/api//echo",
        "/api/%2e%2e/",
        "/api/echo;a=b",
        "/api/echo/page/x?%zz=1"
    })
    void hostileAddressIsNeverOurFault(String path) throws IOException {
        try (var socket = server.connect()) {
            socket.getOutputStream()
                    .write(("GET /some/context" + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);

            assertTrue(answer.matches("(?s)HTTP/1.1 4\\d\\d .*"), answer);
        }
    }
}
