package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Files made by a digest, and questions by digests. */
class KnownContentRoutesTest {
    private static final String NOWHERE = "77".repeat(32);

    private static World world;
    private static Credential anna;
    private static Credential admin;
    private static String root;
    private static String hash;

    @BeforeAll
    static void start() {
        world = World.inUse();
        anna = world.member("anna");
        admin = world.bearer("admin");
        root = world.root(anna);
        hash = json(put(anna, root, "roses.txt", "roses")).path("content_hash").asText();
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    private static HttpResponse<String> put(Credential who, String folder, String name, String bytes) {
        return world.server.send(who.on(world.server.request("/api/files?folder_id=" + folder + "&name=" + name))
                .PUT(HttpRequest.BodyPublishers.ofString(bytes)));
    }

    private static String asked(String folder, String name, String content) {
        return "{\"name\":\"" + name + "\",\"folder_id\":\"" + folder + "\",\"hash\":\"" + content + "\"}";
    }

    private static HttpResponse<String> byHash(Credential who, String body) {
        return world.call(who, "POST", "/api/files/by-hash", body);
    }

    @Test
    void aFileIsMadeByItsDigest() {
        HttpResponse<String> made = byHash(anna, asked(root, "copy.txt", hash.toUpperCase(Locale.ROOT)));

        assertEquals(201, made.statusCode(), made.body());
        assertEquals(hash, json(made).path("content_hash").asText());
        assertEquals("Personal/copy.txt", json(made).path("path").asText());
        assertEquals("roses", world.call(anna, "GET", "/webdav/copy.txt", "").body());
        assertEquals(409, byHash(anna, asked(root, "copy.txt", hash)).statusCode());
        assertEquals(400, byHash(anna, asked(root, "copy.txt", "12")).statusCode());
        assertEquals(400, byHash(anna, asked(root, "", hash)).statusCode());
    }

    @Test
    void whatIsNotOnesOwnIsToBeUploaded() {
        HttpResponse<String> foreign = byHash(admin, asked(world.root(admin), "copy.txt", hash));
        HttpResponse<String> unknown = byHash(admin, asked(world.root(admin), "copy.txt", NOWHERE));

        assertEquals(404, foreign.statusCode());
        assertEquals("blob_not_owned_by_caller", json(foreign).path("error").asText());
        assertEquals("/api/files/upload", json(foreign).path("upload_path").asText());
        assertEquals(foreign.body(), unknown.body());
    }

    @Test
    void manyAreMadeEachByItself() {
        String body = "{\"files\":[" + asked(root, "many 1", hash) + "," + asked(root, "many 1", hash) + ","
                + asked(root, "many 2", NOWHERE) + "," + asked(root, "many 3", "no digest") + ","
                + asked(root, "many 4", hash) + "]}";

        HttpResponse<String> answer = world.call(anna, "POST", "/api/files/by-hash/batch", body);

        assertEquals(200, answer.statusCode());
        JsonNode results = json(answer).path("results");
        assertEquals(201, results.path(0).path("status").asInt());
        assertEquals("many 1", results.path(0).path("file").path("name").asText());
        assertEquals(409, results.path(1).path("status").asInt());
        assertEquals("blob_not_owned_by_caller", results.path(2).path("error").asText());
        assertEquals(400, results.path(3).path("status").asInt());
        assertEquals("many 4", results.path(4).path("file").path("name").asText());
        assertEquals(
                400,
                world.call(anna, "POST", "/api/files/by-hash/batch", "{\"files\":[]}")
                        .statusCode());
        assertEquals(
                400,
                world.call(anna, "POST", "/api/files/by-hash/batch", "{\"files\":[null]}")
                        .statusCode());
    }

    @Test
    void oneLearnsOfOnesOwnContentsOnly() {
        JsonNode own = json(world.call(anna, "GET", "/api/dedup/check/" + hash, ""));
        JsonNode foreign = json(world.call(admin, "GET", "/api/dedup/check/" + hash, ""));

        assertTrue(own.path("exists").asBoolean());
        assertEquals(5, own.path("existing_size").asInt());
        assertFalse(own.has("ref_count"));
        assertFalse(foreign.path("exists").asBoolean());
        assertFalse(foreign.has("existing_size") || foreign.has("ref_count"));
        assertEquals(400, world.call(anna, "GET", "/api/dedup/check/abc", "").statusCode());
        put(admin, world.root(admin), "roses.txt", "roses");
        assertTrue(json(world.call(admin, "GET", "/api/dedup/check/" + hash, ""))
                        .path("ref_count")
                        .asInt()
                >= 2);
    }

    @Test
    void manyAreAskedForAtOnce() {
        String body = "{\"hashes\":[\"" + NOWHERE + "\",null,\"nonsense\",\"" + hash + "\",\"" + hash + "\"]}";
        String many = "{\"hashes\":[" + String.join(",", Collections.nCopies(10_001, "\"\"")) + "]}";

        assertEquals(
                "{\"owned\":[\"" + hash + "\"]}",
                world.call(anna, "POST", "/api/dedup/check-batch", body).body());
        assertEquals(
                400, world.call(anna, "POST", "/api/dedup/check-batch", many).statusCode());
    }

    @Test
    void theBytesOfOnesOwnContentCanBeRead() {
        HttpResponse<String> bytes = world.call(anna, "GET", "/api/dedup/blob/" + hash, "");

        assertEquals("roses", bytes.body());
        assertEquals(hash, bytes.headers().firstValue("X-Dedup-Hash").orElse(""));
        assertEquals("5", bytes.headers().firstValue("Content-Length").orElse(""));
        assertEquals(
                404, world.call(anna, "GET", "/api/dedup/blob/" + NOWHERE, "").statusCode());
    }
}
