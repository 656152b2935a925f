package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.oxicloud.files.Node;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Files that come in one request, as a form and as a body. */
class UploadRoutesTest {
    private static World world;
    private static Credential anna;
    private static Credential guest;
    private static String root;

    @BeforeAll
    static void start() {
        world = World.inUse();
        world.user("guest", true);
        anna = world.member("anna");
        guest = world.bearer("guest");
        root = world.root(anna);
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    private static String form(String folder, String filename, String bytes) {
        return (folder.isEmpty()
                        ? ""
                        : "--x\r\nContent-Disposition: form-data; name=\"folder_id\"\r\n\r\n" + folder + "\r\n")
                + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + filename
                + "\"\r\nContent-Type: application/octet-stream\r\n\r\n" + bytes + "\r\n--x--\r\n";
    }

    private static HttpResponse<String> upload(Credential who, String body) {
        return send(who, "POST", "/api/files/upload", body, Map.of("Content-Type", "multipart/form-data; boundary=x"));
    }

    private static HttpResponse<String> send(
            Credential who, String method, String path, String body, Map<String, String> headers) {
        var request = who.on(world.server.request(path));
        headers.forEach(request::header);
        return world.server.send(request.method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    private static HttpResponse<String> put(String path, String body, String... headers) {
        return send(anna, "PUT", path, body, headers.length == 0 ? Map.of() : Map.of(headers[0], headers[1]));
    }

    private static void refused(int status, String message, HttpResponse<String> answer) {
        assertEquals(status, answer.statusCode(), answer.body());
        String said = json(answer).path("message").asText();
        assertTrue(said.contains(message), said);
    }

    @Test
    void aFormMakesAFile() {
        HttpResponse<String> made = upload(anna, form(root, "folder/one.pdf", "roses"));

        assertEquals(201, made.statusCode(), made.body());
        JsonNode file = json(made);
        assertEquals("one.pdf", file.path("name").asText());
        assertEquals("Personal/one.pdf", file.path("path").asText());
        assertEquals(root, file.path("folder_id").asText());
        assertEquals(5, file.path("size").asInt());
        assertEquals("5 Bytes", file.path("size_formatted").asText());
        assertEquals("application/pdf", file.path("mime_type").asText());
        assertEquals(64, file.path("content_hash").asText().length());
        assertEquals(
                "no-cache, no-store, must-revalidate",
                made.headers().firstValue("Cache-Control").orElse(""));
        assertEquals(
                file.path("etag").asText(), made.headers().firstValue("ETag").orElse(""));
        assertEquals("roses", world.call(anna, "GET", "/webdav/one.pdf", "").body());
    }

    @Test
    void withoutAFolderItLiesInOnesOwnDrive() {
        JsonNode file = json(upload(anna, form("", "two.txt", "tulips")));

        assertEquals(root, file.path("folder_id").asText());
        refused(400, "folder_id", upload(guest, form("", "two.txt", "tulips")));
    }

    @Test
    void aNameThatIsTakenStaysAsItIs() {
        assertEquals(201, upload(anna, form(root, "three.txt", "one")).statusCode());

        refused(409, "name", upload(anna, form(root, "three.txt", "two")));
        refused(409, "name", upload(anna, form(root, "three.txt", "one")));

        assertEquals("one", world.call(anna, "GET", "/webdav/three.txt", "").body());
    }

    @Test
    void aFormThatIsNoneIsNamed() {
        refused(400, "file:", upload(anna, "--x--\r\n"));
        refused(400, "folder_id: not an id", upload(anna, form("nowhere", "a", "b")));
        refused(400, "folder_id: has more", upload(anna, form("n".repeat(100), "a", "b")));
        refused(400, "closing boundary", upload(anna, form(root, "cut.txt", "b").replace("--x--", "")));
        refused(404, "not found", upload(guest, form(root, "a", "b")));
        assertEquals(404, world.call(anna, "GET", "/webdav/cut.txt", "").statusCode());
        for (String type : List.of("application/json", "multipart/form-data", "multipart/form-data; boundary=\"\"")) {
            refused(
                    400,
                    "multipart/form-data",
                    send(anna, "POST", "/api/files/upload", form(root, "a", "b"), Map.of("Content-Type", type)));
        }
    }

    @Test
    void aBodyIsAFileUnderItsFolderAndName() {
        String address = "/api/files?folder_id=" + root + "&name=four.txt";

        HttpResponse<String> made = put(address, "one");
        HttpResponse<String> changed = put(address, "two");
        HttpResponse<String> again = put(address, "two");

        assertEquals(201, made.statusCode());
        assertEquals(200, changed.statusCode());
        assertEquals(200, again.statusCode());
        assertEquals(json(made).path("id"), json(again).path("id"));
        assertEquals("two", world.call(anna, "GET", "/webdav/four.txt", "").body());
        refused(412, "already", put(address, "three", "If-None-Match", "*"));
        refused(412, "nothing here yet", put(address + "2", "three", "If-Match", "*"));
        refused(400, "part of a file", put(address, "three", "Content-Range", "bytes 0-4/9"));
        refused(400, "name", put("/api/files?folder_id=" + root + "&name=a%2Fb", "three"));
    }

    @Test
    void aFileGetsNewContentByItsId() {
        JsonNode made = json(put("/api/files?folder_id=" + root + "&name=five.txt", "one"));
        String address = "/api/files/" + made.path("id").asText();

        HttpResponse<String> changed =
                put(address, "two", "If-Match", made.path("etag").asText());

        assertEquals(200, changed.statusCode(), changed.body());
        assertEquals("two", world.call(anna, "GET", "/webdav/five.txt", "").body());
        assertEquals(2, json(world.call(anna, "GET", address + "/versions", "")).size());
        refused(
                412,
                "changed",
                put(address, "three", "If-Match", made.path("etag").asText()));
        refused(
                412,
                "changed",
                put(
                        address,
                        "three",
                        "If-Match",
                        "W/" + json(changed).path("etag").asText()));
        refused(
                412,
                "still the same",
                put(
                        address,
                        "three",
                        "If-None-Match",
                        "W/" + json(changed).path("etag").asText()));
        refused(400, "If-Match", put(address, "three", "If-Match", "none"));
        refused(409, "folder", put("/api/files/" + root, "three"));
        refused(404, "not found", send(guest, "PUT", address, "three", Map.of()));
    }

    @Test
    void whatIsMarkedSaysSo() {
        JsonNode made = json(put("/api/files?folder_id=" + root + "&name=six.txt", "one"));
        Node file = world.files()
                .get(actor(), io.oxicloud.base.NodeId.parse(made.path("id").asText()));
        world.doors().uploads().favorites().add(actor(), file.id());

        JsonNode changed = json(put("/api/files/" + file.id(), "two"));

        assertEquals(false, made.path("is_favorite").asBoolean());
        assertEquals(true, changed.path("is_favorite").asBoolean());
    }

    private static io.oxicloud.base.Actor actor() {
        return world.doors()
                .signIn()
                .bearer(world.session("anna").access().reveal())
                .actor();
    }
}
