package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import org.junit.jupiter.api.Test;

/** The figures of the caches that answered the very requests of this test. */
class AdminCacheRoutesTest {
    private static final int CALLS = 5;

    private static JsonNode cache(JsonNode all, String name) {
        for (JsonNode each : all) {
            if (each.path("name").asText().equals(name)) {
                return each;
            }
        }
        throw new AssertionError(name + " is not in " + all);
    }

    @Test
    void aWarmCacheShowsItsHits() {
        try (var world = World.inUse()) {
            Credential admin = world.bearer("admin");
            JsonNode before = json(world.server.send(admin.on(world.server.request("/api/admin/caches"))));
            for (int i = 0; i < CALLS; i++) {
                assertEquals(
                        200,
                        world.server
                                .send(admin.on(world.server.request("/api/drives")))
                                .statusCode());
            }

            JsonNode after = json(world.server.send(admin.on(world.server.request("/api/admin/caches"))));

            JsonNode cold = cache(before, "drive.readable");
            assertEquals(0, cold.path("hits").asInt(-1) + cold.path("misses").asInt(-1));
            assertFalse(cold.has("hit_ratio"), "nothing was asked yet");
            JsonNode warm = cache(after, "drive.readable");
            long hits = warm.path("hits").asLong();
            assertTrue(hits >= CALLS - 1, warm.toString());
            assertEquals(1, warm.path("misses").asInt());
            assertEquals(1, warm.path("loads").asInt());
            assertEquals(0, warm.path("failures").asInt(-1));
            assertEquals(1, warm.path("entries").asInt());
            assertEquals(0, warm.path("evictions").asInt(-1));
            assertEquals((double) hits / (hits + 1), warm.path("hit_ratio").asDouble());
            var names = new ArrayList<String>();
            after.forEach(each -> names.add(each.path("name").asText()));
            assertEquals(names.stream().sorted(Comparator.naturalOrder()).toList(), names);
        }
    }
}
