package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** What the storage was asked for by the very requests of this test. */
class AdminStorageRoutesTest {
    @Test
    void callsAreCountedWithTheirBytes() {
        try (var world = World.inUse()) {
            world.user("anna", false);
            Credential admin = world.bearer("admin");
            Credential anna = world.bearer("anna");
            assertEquals(201, world.call(anna, "PUT", "/webdav/a.txt", "roses").statusCode());

            JsonNode state = json(world.call(admin, "GET", "/api/admin/storage", ""));

            assertEquals("memory", state.path("backend").asText());
            assertTrue(state.path("connected").asBoolean());
            JsonNode put = null;
            for (JsonNode call : state.path("calls")) {
                put = call.path("call").asText().equals("put") ? call : put;
            }
            assertTrue(
                    put != null
                            && put.path("calls").asInt() == 1
                            && put.path("bytes").asInt() == 5,
                    state::toString);
        }
    }
}
