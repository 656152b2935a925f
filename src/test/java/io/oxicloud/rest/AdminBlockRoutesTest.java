package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.oxicloud.db.Engine;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Locked out by too many guesses, and let in again by an administrator. */
@ParameterizedClass
@EnumSource(Engine.class)
class AdminBlockRoutesTest {
    private static final int GUESSES = 5;

    private final World world;
    private final Credential admin;

    AdminBlockRoutesTest(Engine engine) {
        world = new World(engine, World.REAL_LIMITS, false);
        world.setUp();
        world.user("anna", false);
        admin = world.bearer("admin");
    }

    @AfterEach
    void stop() {
        world.close();
    }

    private HttpResponse<String> login(String username, String password) {
        return world.server.post(
                "/api/auth/login", "{\"username\":\"" + username + "\",\"password\":\"" + password + "\"}");
    }

    private HttpResponse<String> list(String query) {
        return world.server.send(admin.on(world.server.request("/api/admin/blocks" + query)));
    }

    private int lift(String id) {
        return world.server
                .send(admin.on(world.server.request("/api/admin/blocks/" + id)).DELETE())
                .statusCode();
    }

    private void lockOut(String username) {
        for (int i = 0; i < GUESSES; i++) {
            login(username, "guess number " + i);
        }
    }

    @Test
    void whoIsLockedOutSignsInAgainAfterTheBlockIsLifted() {
        String good = World.PASSWORD.reveal();
        lockOut("anna");
        assertEquals(429, login("anna", good).statusCode());

        JsonNode items = json(list("")).path("items");
        assertEquals(1, items.size());
        JsonNode block = items.path(0);
        assertEquals("127.0.0.1", block.path("network").asText());
        assertEquals(GUESSES, block.path("failures").asInt());
        assertTrue(block.path("account").asText().startsWith("user:"), block.toString());
        assertEquals(204, lift(block.path("id").asText()));

        assertEquals(200, login("anna", good).statusCode());
        assertEquals(0, json(list("")).path("items").size());
        assertEquals(204, lift(block.path("id").asText()), "once more");
        assertEquals(204, lift("no-such-block"));
    }

    @Test
    void aLongListIsReadPageByPage() {
        List<String> names = List.of("a\\\\b/c", "a%2Fb");
        names.forEach(this::lockOut);

        var seen = new ArrayList<String>();
        JsonNode page = json(list("?limit=1"));
        seen.add(page.path("items").path(0).path("account").asText());
        page = json(list("?limit=1&cursor=" + page.path("next_cursor").asText()));
        seen.add(page.path("items").path(0).path("account").asText());

        assertFalse(page.has("next_cursor"));
        assertEquals(
                List.of("name:a%2fb", "name:a\\b/c"), seen.stream().sorted().toList());
        for (JsonNode block : json(list("?cursor=nonsense")).path("items")) {
            assertEquals(204, lift(block.path("id").asText()));
        }
        assertEquals(0, json(list("")).path("items").size());
    }
}
