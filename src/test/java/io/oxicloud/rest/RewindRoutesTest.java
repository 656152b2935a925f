package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A drive whose files were spoilt, over the API. */
class RewindRoutesTest {
    private static World world;
    private static Contract contract;
    private static Credential anna;
    private static Credential ben;

    @BeforeAll
    static void start() {
        world = World.inUse();
        contract = new Contract(json(world.server.get("/api/openapi.json")));
        anna = world.member("anna");
        ben = world.member("ben");
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    private static HttpResponse<String> restore(Credential who, String folder, String body) {
        HttpResponse<String> answer = world.call(who, "POST", "/api/folders/" + folder + "/restore-to", body);
        contract.assertGives("POST /api/folders/{id}/restore-to", answer);
        return answer;
    }

    @Test
    void spoiltFilesAreShownAndBroughtBack() {
        String root = world.root(anna);
        world.call(anna, "PUT", "/webdav/a.txt", "roses");
        world.call(anna, "PUT", "/webdav/b.txt", "tulips");
        world.clock.advance(Duration.ofMinutes(1));
        String at = "\"at\":\"" + world.clock.instant() + "\"";
        world.clock.advance(Duration.ofMinutes(1));
        world.call(anna, "PUT", "/webdav/a.txt", "spoilt");
        world.call(anna, "DELETE", "/webdav/b.txt", "");
        world.call(anna, "PUT", "/webdav/PAY.txt", "pay");
        world.clock.advance(Duration.ofMinutes(1));

        JsonNode preview = json(restore(anna, root, "{" + at + ",\"preview\":true,\"limit\":2}"));
        assertEquals(
                "{\"undeleted\":1,\"placed\":0,\"contents\":1,\"discarded\":1}",
                preview.path("counts").toString());
        assertEquals(2, preview.path("items").size());
        String next = preview.path("next_cursor").asText();
        JsonNode rest = json(restore(anna, root, "{" + at + ",\"preview\":true,\"cursor\":\"" + next + "\"}"));
        assertEquals(1, rest.path("items").size());
        assertEquals("spoilt", world.call(anna, "GET", "/webdav/a.txt", "").body());

        JsonNode done = json(restore(anna, root, "{" + at + "}"));

        assertEquals(preview.path("counts"), done.path("counts"));
        assertTrue(done.path("finished").asBoolean());
        assertEquals("roses", world.call(anna, "GET", "/webdav/a.txt", "").body());
        assertEquals("tulips", world.call(anna, "GET", "/webdav/b.txt", "").body());
        assertEquals(404, world.call(anna, "GET", "/webdav/PAY.txt", "").statusCode());
        assertEquals(404, restore(ben, root, "{" + at + "}").statusCode());
        assertEquals(400, restore(anna, root, "{}").statusCode());
        assertEquals(
                400, restore(anna, root, "{\"at\":\"2001-01-01T00:00:00Z\"}").statusCode());
    }
}
