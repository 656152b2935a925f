package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.oxicloud.base.Actor;
import io.oxicloud.db.Engine;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrashRoutesTest {
    private World world;
    private Contract contract;
    private Credential admin;
    private Credential anna;
    private Credential ben;
    private Actor.User annaUser;

    @BeforeEach
    void start() {
        world = new World(Engine.H2, World.MANY_SIGN_INS, false);
        contract = new Contract(json(world.server.get("/api/openapi.json")));
        world.setUp();
        world.user("anna", false);
        world.user("ben", false);
        admin = Credential.bearer(world.session("admin"));
        anna = Credential.bearer(world.session("anna"));
        ben = Credential.bearer(world.session("ben"));
        annaUser = actor("anna");
    }

    @AfterEach
    void stop() {
        world.close();
    }

    private Actor.User actor(String name) {
        return world.doors()
                .signIn()
                .bearer(world.session(name).access().reveal())
                .actor();
    }

    private JsonNode list(Credential who, String query) {
        HttpResponse<String> answer = world.call(who, "GET", "/api/trash/resources" + query, "");
        assertEquals(200, answer.statusCode(), answer.body());
        contract.assertGives("GET /api/trash/resources", answer);
        return json(answer);
    }

    private JsonNode write(String path) {
        assertEquals(201, world.call(anna, "PUT", "/webdav/" + path, "roses").statusCode());
        return json(world.call(anna, "GET", "/api/trash/resources", ""));
    }

    private void refused(int status, HttpResponse<String> answer) {
        assertEquals(status, answer.statusCode(), answer.body());
        assertEquals(
                String.valueOf(status), json(answer).path("status").asText().substring(0, 3));
    }

    @Test
    void whatWasDeletedIsListedPageByPageAndBroughtBack() {
        assertEquals(201, world.call(anna, "MKCOL", "/webdav/garden", "").statusCode());
        for (String name : List.of("garden/a.txt", "b.txt", "c.txt")) {
            write(name);
        }
        for (String name : List.of("garden", "b.txt", "c.txt")) {
            assertEquals(204, world.call(anna, "DELETE", "/webdav/" + name, "").statusCode());
            world.clock.advance(java.time.Duration.ofMinutes(1));
        }

        var seen = new ArrayList<String>();
        String cursor = "";
        do {
            JsonNode page = list(anna, "?limit=1" + cursor);
            JsonNode item = page.path("items").path(0);
            seen.add(item.path("resource_type").asText() + " "
                    + item.path("resource").path("path").asText());
            assertEquals(
                    30 * 86_400,
                    item.path("deletion_date").asLong()
                            - item.path("trashed_at").asLong());
            assertEquals(item.path("drive_id"), item.path("resource").path("drive_id"));
            cursor = page.has("next_cursor")
                    ? "&cursor=" + page.path("next_cursor").asText()
                    : "";
        } while (!cursor.isEmpty());
        assertEquals(List.of("file Personal/c.txt", "file Personal/b.txt", "folder Personal/garden"), seen);
        assertEquals(3, list(anna, "?cursor=nonsense").path("items").size());
        for (String order : List.of("deletion_date", "trashed_at", "name", "type", "size")) {
            JsonNode sorted = list(anna, "?order_by=" + order + "&reverse=true");
            assertEquals(3, sorted.path("items").size(), order);
        }
        assertEquals(id(list(anna, ""), 1), id(list(anna, "?order_by=name"), 0));
        refused(400, world.call(anna, "GET", "/api/trash/resources?order_by=colour", ""));

        String garden = id(list(anna, ""), 2);
        refused(404, world.call(ben, "POST", "/api/trash/" + garden + "/restore", ""));
        refused(404, world.call(ben, "DELETE", "/api/trash/" + garden, ""));
        assertEquals(
                200,
                world.call(anna, "POST", "/api/trash/" + garden + "/restore", "")
                        .statusCode());
        assertEquals(
                "roses", world.call(anna, "GET", "/webdav/garden/a.txt", "").body());
        refused(404, world.call(anna, "POST", "/api/trash/" + garden + "/restore", ""));

        write("b.txt");
        String former = id(list(anna, ""), 1);
        refused(409, world.call(anna, "POST", "/api/trash/" + former + "/restore", ""));
        assertEquals(200, world.call(anna, "DELETE", "/api/trash/" + former, "").statusCode());
        assertEquals(1, list(anna, "").path("items").size());
        assertEquals(200, world.call(anna, "DELETE", "/api/trash/empty", "").statusCode());
        assertEquals(0, list(anna, "").path("items").size());
    }

    private static String id(JsonNode page, int item) {
        return page.path("items").path(item).path("resource").path("id").asText();
    }

    @Test
    void filesAndFoldersAreDeletedByTheirIds() {
        world.call(anna, "MKCOL", "/webdav/garden", "");
        write("a.txt");
        var root = world.files().children(annaUser, home(), null, 10).items();
        String file = root.get(0).id().toString();
        String folder = root.get(1).id().toString();

        refused(404, world.call(anna, "DELETE", "/api/trash/files/" + folder, ""));
        refused(404, world.call(anna, "DELETE", "/api/trash/folders/" + file, ""));
        refused(404, world.call(ben, "DELETE", "/api/trash/files/" + file, ""));
        assertEquals(
                200, world.call(anna, "DELETE", "/api/trash/files/" + file, "").statusCode());
        assertEquals(
                200,
                world.call(anna, "DELETE", "/api/trash/folders/" + folder, "").statusCode());
        refused(404, world.call(anna, "DELETE", "/api/trash/files/" + file, ""));

        assertEquals(2, list(anna, "").path("items").size());
    }

    private io.oxicloud.base.NodeId home() {
        return new io.oxicloud.base.NodeId(
                world.doors().drives().readable(annaUser).get(0).id().value());
    }

    @Test
    void aViewerSeesTheTrashOfASharedDriveAndChangesNothing() {
        String drive = json(world.call(
                        admin,
                        "POST",
                        "/api/drives",
                        "{\"kind\":\"shared\",\"name\":\"Team\",\"owner\":{\"type\":\"user\",\"id\":\"" + annaUser.id()
                                + "\"}}"))
                .path("id")
                .asText();
        world.call(
                anna,
                "POST",
                "/api/drives/" + drive + "/members",
                "{\"subject\":{\"type\":\"user\",\"id\":\"" + actor("ben").id() + "\"},\"role\":\"viewer\"}");
        assertEquals(
                201,
                world.call(anna, "PUT", "/webdav/@drive/Team/a.txt", "roses").statusCode());
        assertEquals(
                204, world.call(anna, "DELETE", "/webdav/@drive/Team/a.txt", "").statusCode());

        String file = id(list(ben, ""), 0);

        refused(403, world.call(ben, "POST", "/api/trash/" + file + "/restore", ""));
        refused(403, world.call(ben, "DELETE", "/api/trash/" + file, ""));
        refused(404, world.call(ben, "DELETE", "/api/trash/drive/" + drive, ""));
        assertEquals(200, world.call(ben, "DELETE", "/api/trash/empty", "").statusCode());
        assertEquals(1, list(ben, "").path("items").size());
        world.call(admin, "PATCH", "/api/admin/drives/" + drive + "/policies", "{\"read_only\":true}");
        refused(405, world.call(anna, "DELETE", "/api/trash/drive/" + drive, ""));
        assertEquals(200, world.call(anna, "DELETE", "/api/trash/empty", "").statusCode());
        assertEquals(1, list(anna, "").path("items").size());
        world.call(admin, "PATCH", "/api/admin/drives/" + drive + "/policies", "{\"read_only\":false}");
        assertEquals(
                200, world.call(anna, "DELETE", "/api/trash/drive/" + drive, "").statusCode());
        assertEquals(0, list(anna, "").path("items").size());
    }
}
