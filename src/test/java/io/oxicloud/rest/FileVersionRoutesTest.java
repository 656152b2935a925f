package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A file overwritten over WebDAV and brought back by the API. */
class FileVersionRoutesTest {
    private static World world;
    private static Credential anna;

    @BeforeAll
    static void start() {
        world = World.inUse();
        anna = world.member("anna");
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @Test
    void whatWasOverwrittenIsReadNamedAndBroughtBack() {
        HttpResponse<String> made = world.call(anna, "PUT", "/webdav/plan.txt", "roses");
        assertEquals(201, made.statusCode());
        assertEquals(204, world.call(anna, "PUT", "/webdav/plan.txt", "tulips").statusCode());
        String versions = "/api/files/" + id() + "/versions";

        JsonNode all = json(world.call(anna, "GET", versions, ""));
        assertEquals(2, all.size());
        assertTrue(all.path(0).path("current").asBoolean());
        assertFalse(all.path(1).path("current").asBoolean());
        assertEquals(5, all.path(1).path("size").asInt());
        String first = versions + "/" + all.path(1).path("id").asText();

        HttpResponse<String> bytes = world.call(anna, "GET", first + "/content", "");
        assertEquals("roses", bytes.body());
        assertEquals(
                "attachment", bytes.headers().firstValue("Content-Disposition").orElse(""));
        assertEquals("5", bytes.headers().firstValue("Content-Length").orElse(""));

        JsonNode named = json(world.call(anna, "PATCH", first, "{\"label\":\"signed\"}"));
        assertEquals("signed", named.path("label").asText());
        assertEquals(204, world.call(anna, "POST", first + "/restore", "").statusCode());
        assertEquals("roses", world.call(anna, "GET", "/webdav/plan.txt", "").body());
        assertEquals(3, json(world.call(anna, "GET", versions, "")).size());
    }

    private static String id() {
        String found = world.call(
                        anna,
                        "PROPFIND",
                        "/webdav/plan.txt",
                        "<propfind xmlns='DAV:'><prop><resource-id/></prop></propfind>")
                .body();
        Matcher id = Pattern.compile("urn:uuid:([0-9a-f-]{36})").matcher(found);
        assertTrue(id.find(), found);
        return id.group(1);
    }
}
