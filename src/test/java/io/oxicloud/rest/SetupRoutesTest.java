package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.db.Engine;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The first start and what guards against guessing, by HTTP, with limits as they are by default. */
@ParameterizedClass
@EnumSource(Engine.class)
class SetupRoutesTest {
    private static final String LOGIN = "{\"username\":\"anna\",\"password\":\"correct horse\"}";

    private final World world;

    SetupRoutesTest(Engine engine) {
        world = new World(engine, World.REAL_LIMITS, false);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    void setUpNeedsTheTokenAndHappensOnce() {
        String body = "{\"username\":\"chief\",\"email\":\"chief@example.com\",\"password\":\"long enough\"%s}";
        String without = String.format(body, "");
        assertFalse(
                json(world.server.get("/api/auth/status")).path("initialized").asBoolean());

        var refused = world.server.post("/api/setup", without);
        var wrong = world.server.post("/api/setup", String.format(body, ",\"setup_token\":\"guess\""));
        var done = world.server.send(world.server
                .request("/api/setup")
                .header("Content-Type", "application/json")
                .header("X-Setup-Token", World.SETUP_TOKEN)
                .POST(HttpRequest.BodyPublishers.ofString(without)));
        var again =
                world.server.post("/api/setup", String.format(body, ",\"setup_token\":\"" + World.SETUP_TOKEN + "\""));

        assertEquals(403, refused.statusCode());
        assertEquals("SetupTokenInvalid", json(refused).path("error_type").asText());
        assertEquals(403, wrong.statusCode());
        assertEquals(201, done.statusCode(), done.body());
        assertEquals("admin", json(done).path("role").asText());
        assertTrue(json(done).hasNonNull("email_verified_at"));
        assertEquals(403, again.statusCode());
        assertEquals("SystemAlreadyInitialized", json(again).path("error_type").asText());
        var status = json(world.server.get("/api/auth/status"));
        assertEquals("{\"initialized\":true,\"admin_count\":1,\"registration_allowed\":false}", status.toString());
    }

    @Test
    void setUpRefusesBadFieldsByName() {
        for (String[] wrong : new String[][] {
            {"{\"email\":\"a@example.com\",\"password\":\"long enough\"", "username"},
            {"{\"username\":\"ab\",\"email\":\"a@example.com\",\"password\":\"long enough\"", "username"},
            {"{\"username\":\"chief\",\"email\":\"nowhere\",\"password\":\"long enough\"", "email"},
            {"{\"username\":\"chief\",\"email\":\"a@example.com\",\"password\":\"short\"", "password"}
        }) {
            var response =
                    world.server.post("/api/setup", wrong[0] + ",\"setup_token\":\"" + World.SETUP_TOKEN + "\"}");
            assertEquals(400, response.statusCode(), response.body());
            assertTrue(json(response).path("message").asText().contains(wrong[1]), response.body());
        }
    }

    @Test
    void tooManyWrongPasswordsLockTheAccountForThisNetworkAndSaySo() {
        world.setUp();
        world.user("anna", false);

        for (int i = 0; i < 5; i++) {
            world.server.post("/api/auth/login", "{\"username\":\"anna\",\"password\":\"wrong horse " + i + "\"}");
        }
        var locked = world.server.post("/api/auth/login", LOGIN);

        assertEquals(429, locked.statusCode(), locked.body());
        assertEquals("AccountLocked", json(locked).path("error_type").asText());
        assertEquals("Too many requests", json(locked).path("error").asText());
        int seconds = json(locked).path("retry_after_secs").asInt();
        assertTrue(seconds > 0 && seconds <= 900, locked.body());
        assertEquals(
                String.valueOf(seconds),
                locked.headers().firstValue("Retry-After").orElse(""));
    }

    @Test
    void tooManySignInsAreLimitedAndSaySo() {
        world.setUp();
        world.user("anna", false);

        for (int i = 0; i < 10; i++) {
            assertEquals(200, world.server.post("/api/auth/login", LOGIN).statusCode());
        }
        var limited = world.server.post("/api/auth/login", LOGIN);

        assertEquals(429, limited.statusCode());
        assertTrue(json(limited).path("retry_after_secs").asInt() <= 60, limited.body());
        world.clock.advance(Duration.ofMinutes(2));
        assertEquals(200, world.server.post("/api/auth/login", LOGIN).statusCode());
    }
}
