package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.Node;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders and files made, found, moved and deleted over the API. */
class FolderRoutesTest {
    private static World world;
    private static Contract contract;
    private static Actor.User annaHerself;
    private static Actor.User benHimself;
    private static Credential anna;
    private static Credential ben;
    private static String home;

    @BeforeAll
    static void start() {
        world = World.inUse();
        contract = new Contract(json(world.server.get("/api/openapi.json")));
        annaHerself = new Actor.User(world.user("anna", false).id(), false, false);
        benHimself = new Actor.User(world.user("ben", false).id(), false, false);
        anna = world.bearer("anna");
        ben = world.bearer("ben");
        home = json(world.call(anna, "GET", "/api/folders", ""))
                .path(0)
                .path("id")
                .asText();
    }

    @AfterEach
    void clear() {
        for (Node node :
                world.files().children(annaHerself, id(home), null, 1_000).items()) {
            String kind = node.folder() ? "folders" : "files";
            assertEquals(
                    204, call("DELETE", "/api/" + kind + "/" + node.id(), "").statusCode());
        }
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @Test
    void theRootsAreThoseOfTheDrivesThatOneReads() {
        JsonNode roots = json(given("GET /api/folders", "GET", "/api/folders", ""));

        assertEquals(1, roots.size());
        assertTrue(roots.path(0).path("is_root").asBoolean());
        assertEquals(home, roots.path(0).path("drive_id").asText());
        assertFalse(roots.path(0).has("parent_id"));
    }

    @Test
    void aFolderIsMadeFoundRenamedMovedAndDeleted() {
        JsonNode made = json(given("POST /api/folders", "POST", "/api/folders", "{\"name\":\"Reise\"}"));
        String id = made.path("id").asText();
        assertEquals(home, made.path("parent_id").asText());
        assertTrue(made.path("path").asText().endsWith("/Reise"));
        String inner = json(call("POST", "/api/folders", "{\"name\":\"inner\",\"parent_id\":\"" + id + "\"}"))
                .path("id")
                .asText();

        assertEquals(
                "Reise",
                json(given("GET /api/folders/{id}", "GET", "/api/folders/" + id, ""))
                        .path("name")
                        .asText());
        JsonNode renamed = json(
                given("PUT /api/folders/{id}/rename", "PUT", "/api/folders/" + id + "/rename", "{\"name\":\"Fahrt\"}"));
        assertEquals("Fahrt", renamed.path("name").asText());
        JsonNode moved = json(given(
                "PUT /api/folders/{id}/move",
                "PUT",
                "/api/folders/" + inner + "/move",
                "{\"parent_id\":\"" + home + "\"}"));
        assertEquals(home, moved.path("parent_id").asText());
        assertEquals(204, call("DELETE", "/api/folders/" + id, "").statusCode());
        assertEquals(404, call("GET", "/api/folders/" + id, "").statusCode());
    }

    @Test
    void aFileIsRenamedMovedAndDeleted() {
        String folder = folder("to");
        String id = file("a.txt");

        JsonNode renamed =
                json(given("PUT /api/files/{id}/rename", "PUT", "/api/files/" + id + "/rename", "{\"name\":\"b.md\"}"));
        assertEquals("text/markdown", renamed.path("mime_type").asText());
        JsonNode moved = json(given(
                "PUT /api/files/{id}/move", "PUT", "/api/files/" + id + "/move", "{\"folder_id\":\"" + folder + "\"}"));
        assertEquals(folder, moved.path("folder_id").asText());
        assertEquals("x", call("GET", "/api/files/" + id, "").body());
        assertEquals(204, call("DELETE", "/api/files/" + id, "").statusCode());
        assertEquals(404, call("GET", "/api/files/" + id, "").statusCode());
    }

    @Test
    void aPageTellsWhereTheNextBeginsAndCostsAFixedNumberOfStatements() {
        for (int i = 0; i < 5; i++) {
            folder("folder " + i);
            file("file " + i);
        }
        List<String> names = new ArrayList<>();
        String query = "?limit=4";
        do {
            HttpResponse<String> page =
                    given("GET /api/folders/{id}/resources", "GET", "/api/folders/" + home + "/resources" + query, "");
            JsonNode listing = json(page);
            listing.path("items").forEach(item -> {
                names.add(item.path("resource").path("name").asText());
                assertEquals(
                        item.path("resource").path("name").asText().startsWith("file") ? "file" : "folder",
                        item.path("resource_type").asText());
            });
            query = "?limit=4&cursor=" + listing.path("next_cursor").asText();
        } while (!query.endsWith("="));
        assertEquals(10, names.size());
        assertEquals(names.stream().sorted().toList(), names);

        long one = statements("/api/folders/" + home + "/resources?limit=2");
        long more = statements("/api/folders/" + home + "/resources?limit=10");
        assertEquals(one, more);
        assertEquals(
                400,
                call("GET", "/api/folders/" + home + "/resources?order_by=size", "")
                        .statusCode());
    }

    @Test
    void whatIsMarkedOrSharedSaysSo() {
        String folder = folder("shown");
        Node node = world.files().get(annaHerself, id(folder));
        world.doors().favorites().add(annaHerself, node.id());
        world.doors()
                .nodeGrants()
                .give(annaHerself, Resource.of(node.lineage(), true), Subject.of(benHimself.id()), Role.VIEWER, null);

        JsonNode mine = json(call("GET", "/api/folders/" + folder, ""));
        JsonNode his = json(world.call(ben, "GET", "/api/folders/" + folder, ""));

        assertTrue(mine.path("is_favorite").asBoolean());
        assertTrue(mine.path("is_shared").asBoolean());
        assertFalse(his.path("is_favorite").asBoolean());
        assertEquals("shown", his.path("path").asText());
        assertEquals(Set.of(), world.doors().nodeGrants().shared(annaHerself, List.of(node(home))));
        var refused = world.call(ben, "PUT", "/api/folders/" + folder + "/rename", "{\"name\":\"x\"}");
        assertEquals(403, refused.statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/resources", "/download"})
    void whatIsHiddenOrOfTheOtherKindIsNotThere(String below) {
        String folder = folder("secret");
        String file = file("secret.txt");

        assertEquals(
                404,
                world.call(ben, "GET", "/api/folders/" + folder + below, "").statusCode());
        assertEquals(404, call("GET", "/api/folders/" + file + below, "").statusCode());
        assertEquals(404, call("DELETE", "/api/folders/" + file, "").statusCode());
        assertEquals(404, call("DELETE", "/api/files/" + folder, "").statusCode());
        assertEquals(
                404,
                call("PUT", "/api/files/" + folder + "/rename", "{\"name\":\"x\"}")
                        .statusCode());
        assertEquals(
                404,
                call("GET", "/api/folders/" + UUID.randomUUID() + below, "").statusCode());
    }

    @Test
    void whatCannotBeIsRefused() {
        String outer = folder("outer");
        String inner = json(call("POST", "/api/folders", "{\"name\":\"inner\",\"parent_id\":\"" + outer + "\"}"))
                .path("id")
                .asText();

        assertEquals(409, call("POST", "/api/folders", "{\"name\":\"outer\"}").statusCode());
        assertEquals(400, call("POST", "/api/folders", "{\"name\":\"a/b\"}").statusCode());
        assertEquals(400, call("POST", "/api/folders", "{}").statusCode());
        assertEquals(
                400,
                call("PUT", "/api/folders/" + outer + "/move", "{\"parent_id\":\"" + inner + "\"}")
                        .statusCode());
        assertEquals(403, call("DELETE", "/api/folders/" + home, "").statusCode());
    }

    private static String folder(String name) {
        return json(call("POST", "/api/folders", "{\"name\":\"" + name + "\"}"))
                .path("id")
                .asText();
    }

    private static String file(String name) {
        assertEquals(
                201, call("PUT", "/webdav/" + name.replace(" ", "%20"), "x").statusCode());
        return world.files().children(annaHerself, id(home), null, 1_000).items().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow()
                .id()
                .toString();
    }

    private static Node node(String id) {
        return world.files().get(annaHerself, id(id));
    }

    private static NodeId id(String text) {
        return NodeId.parse(text);
    }

    private static long statements(String path) {
        call("GET", path, "");
        world.database().statements().reset();
        assertEquals(200, call("GET", path, "").statusCode());
        return world.database().statements().count();
    }

    private static HttpResponse<String> call(String method, String path, String body) {
        return world.call(anna, method, path, body);
    }

    /** A success that is as the document says. */
    private static HttpResponse<String> given(String route, String method, String path, String body) {
        HttpResponse<String> answer = call(method, path, body);
        assertEquals(2, answer.statusCode() / 100, answer.body());
        contract.assertGives(route, answer);
        return answer;
    }
}
