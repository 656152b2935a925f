package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.oxicloud.db.Engine;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nothing that a client sends is our fault, and nothing hangs: every route that takes a body, and its parameters. */
class HostileInputTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String NOBODY = "0198b5b0-0000-7000-8000-00000000dead";

    /** Raw JSON put in the place of each value of a good body. */
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "-1",
            "1e400",
            "99999999999999999999999",
            "\"\"",
            "\"\\u0000\"",
            "\"a\\ud800\"",
            "\"\\udc00\\ud800\"",
            "\"\\u202e../..\\\\\\u0007\"",
            "\"" + "x".repeat(20_000) + "\"",
            "[]",
            "{}",
            "[[[[1]]]]",
            "{\"type\":\"user\",\"id\":\"\\u0000\"}",
            "{\"type\":\"token\",\"id\":\"" + NOBODY + "\"}");

    private static World world;
    private static Credential admin;

    @BeforeAll
    static void start() {
        world = new World(Engine.POSTGRESQL, World.MANY_SIGN_INS, false);
        world.setUp();
        admin = world.bearer("admin");
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    private static HttpResponse<String> call(String route, byte[] body) {
        String method = route.substring(0, route.indexOf(' '));
        String path =
                route.substring(method.length() + 1).replace("{type}", "user").replaceAll("\\{\\w+}", NOBODY);
        return world.server.send(admin.on(world.server.request(path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body)));
    }

    private static List<String> variants(String good) {
        var variants = new ArrayList<>(List.of(
                "",
                "{",
                "null",
                "[]",
                "\"text\"",
                "[".repeat(5_000),
                "{\"a\":".repeat(5_000),
                good.replaceFirst("\\{", "{\"unknown\":" + "[".repeat(5_000) + "]".repeat(5_000) + ","),
                good + good));
        ObjectNode tree = tree(good);
        for (Map.Entry<String, JsonNode> field : List.copyOf(tree.properties())) {
            for (String value : VALUES) {
                ObjectNode changed = tree.deepCopy();
                changed.set(field.getKey(), new TextNode("PLACE"));
                variants.add(changed.toString().replace("\"PLACE\"", value));
            }
        }
        return variants;
    }

    private static ObjectNode tree(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (IOException e) {
            throw new IllegalStateException(json, e);
        }
    }

    @Test
    void noBodyIsOurFault() {
        int refused = 0;
        for (Map.Entry<String, String> route : Bodies.ALL.entrySet()) {
            for (String body : variants(route.getValue())) {
                var response = call(route.getKey(), body.getBytes(StandardCharsets.UTF_8));
                String what = route.getKey() + " with " + body.substring(0, Math.min(200, body.length()));
                assertTrue(response.statusCode() < 500, () -> what + " answered " + response.body());
                refused += response.statusCode() == 400 ? 1 : 0;
            }
        }
        assertTrue(refused > 100, "only " + refused + " were refused");
    }

    @Test
    void noBodyIsReadBeyondItsLimit() {
        byte[] two = new byte[2 << 20];
        Arrays.fill(two, (byte) ' ');
        for (String route : Bodies.ALL.keySet()) {
            assertEquals(413, call(route, two).statusCode(), route);
        }
    }

    @Test
    void noParameterIsOurFault() {
        for (String value :
                List.of("%00", "%ff", "%ed%a0%80", "%25", "_", "%5C", "-1", "99999999999", "a".repeat(4_000))) {
            for (String query : List.of("q=", "limit=", "offset=")) {
                var response = world.server.send(admin.on(world.server.request("/api/groups?" + query + value)));
                assertTrue(response.statusCode() < 500, query + value + " answered " + response.body());
            }
            var found = world.server.send(admin.on(world.server.request("/api/groups/search?q=" + value)));
            assertTrue(found.statusCode() < 500, value + " answered " + found.body());
        }
    }

    @Test
    void acceptThatCannotBeReadIsNamed() {
        for (String route : Bodies.ALL.keySet()) {
            String path = route.substring(route.indexOf(' ') + 1).replace("{type}", "user");
            var request = admin.on(world.server.request(path.replaceAll("\\{\\w+}", NOBODY)));
            var response = world.server.send(request.header("Accept", "*/*;q=x")
                    .method(route.substring(0, route.indexOf(' ')), HttpRequest.BodyPublishers.noBody()));

            assertEquals(400, response.statusCode(), route);
            assertEquals(
                    "the header Accept cannot be read",
                    Answers.json(response).path("message").asText());
        }
    }

    @Test
    void noHeaderIsOurFault() {
        for (String value : List.of(
                "Bearer " + "x".repeat(4_000),
                "Bearer a.b.c",
                "Basic " + "A".repeat(5_000),
                "Basic OjA=",
                "Basic \u00ff",
                "Bearer \u00e9")) {
            var response =
                    world.server.send(world.server.request("/api/auth/me").header("Authorization", value));
            assertEquals(401, response.statusCode(), value);
        }
        for (String cookie :
                List.of("oxicloud_access=\"", "oxicloud_access=a.b.c; oxicloud_access=d", "=;;=", "oxicloud_access")) {
            var response =
                    world.server.send(world.server.request("/api/auth/me").header("Cookie", cookie));
            assertEquals(401, response.statusCode(), cookie);
        }
    }
}
