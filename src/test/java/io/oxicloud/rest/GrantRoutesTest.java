package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.oxicloud.account.UserView;
import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sharing by HTTP, from the gift to the reader's GET and back. */
class GrantRoutesTest {
    private static World world;
    private static Credential anna;
    private static Credential ben;
    private static Credential carl;
    private static UserView annaView;
    private static String benId;
    private static String drive;
    private static String folder;

    @BeforeAll
    static void start() throws IOException {
        world = World.inUse();
        annaView = world.user("anna", false);
        benId = world.user("ben", false).id().toString();
        anna = world.bearer("anna");
        ben = world.bearer("ben");
        carl = world.member("carl");
        Credential admin = world.bearer("admin");
        drive = json(world.call(
                        admin,
                        "POST",
                        "/api/drives",
                        "{\"kind\":\"shared\",\"name\":\"Plans\",\"owner\":{\"type\":\"user\",\"id\":\"" + annaView.id()
                                + "\"}}"))
                .path("id")
                .asText();
        var owner = new Actor.User(annaView.id(), false, false);
        var root = new NodeId(UUID.fromString(drive));
        NodeId made = world.files().createFolder(owner, root, "Garden").id();
        var intent = world.files().prepareWrite(owner, made, "plan.txt", Precondition.NONE);
        byte[] text = "roses".getBytes(StandardCharsets.UTF_8);
        world.files().write(owner, intent, new ByteArrayInputStream(text), text.length);
        folder = made.toString();
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    private static String grant(String type, String id, String more) {
        return "{\"subject\":{\"type\":\"user\",\"id\":\"" + benId + "\"},\"resource\":{\"type\":\"" + type
                + "\",\"id\":\"" + id + "\"}," + more + "}";
    }

    private static HttpResponse<String> plan(Credential who) {
        return world.call(who, "GET", "/webdav/@drive/" + drive + "/Garden/plan.txt", "");
    }

    private static HttpResponse<String> onFolder(Credential who) {
        return world.call(who, "GET", "/api/grants?resource_type=folder&resource_id=" + folder, "");
    }

    @Test
    void aFolderIsSharedReadAndTakenBack() {
        assertEquals(404, plan(ben).statusCode());
        assertEquals(404, onFolder(ben).statusCode());

        var given = world.call(
                anna,
                "POST",
                "/api/grants",
                grant("folder", folder, "\"role\":\"viewer\",\"expires_at\":\"2036-01-31T12:00:00+02:00\""));

        assertEquals(201, given.statusCode(), given.body());
        assertEquals(
                "{\"total_recipients\":0,\"outcomes\":[]}",
                json(given).path("notification").toString());
        JsonNode grant = json(given).path("grants").path(0);
        assertEquals("folder", grant.path("resource").path("type").asText());
        assertEquals(folder, grant.path("resource").path("id").asText());
        assertEquals(benId, grant.path("subject").path("id").asText());
        assertEquals("viewer", grant.path("role").asText());
        assertEquals(annaView.id().toString(), grant.path("granted_by").asText());
        assertEquals("2036-01-31T10:00:00Z", grant.path("expires_at").asText());
        assertEquals(
                grant, json(world.call(ben, "GET", "/api/grants/incoming", "")).path(0));
        assertEquals(
                grant, json(world.call(anna, "GET", "/api/grants/outgoing", "")).path(0));
        assertEquals(grant, json(onFolder(anna)).path(0));
        assertEquals("roses", plan(ben).body());
        assertEquals(403, onFolder(ben).statusCode(), "seen, but not to be shared");

        var changed = world.call(anna, "PUT", "/api/grants/role", grant("folder", folder, "\"role\":\"editor\""));
        assertEquals("editor", json(changed).path(0).path("role").asText());
        assertEquals(grant.path("id"), json(changed).path(0).path("id"));

        String address = "/api/grants/" + grant.path("id").asText();
        assertEquals(403, world.call(ben, "DELETE", address, "").statusCode());
        assertEquals(204, world.call(carl, "DELETE", address, "").statusCode(), "as if there were none");
        assertEquals("roses", plan(ben).body());
        for (int i = 0; i < 2; i++) {
            assertEquals(204, world.call(anna, "DELETE", address, "").statusCode());
        }
        assertEquals(404, plan(ben).statusCode());
        assertEquals(404, onFolder(ben).statusCode());
        assertEquals("[]", world.call(ben, "GET", "/api/grants/incoming", "").body());
        assertEquals(
                404,
                world.call(anna, "PUT", "/api/grants/role", grant("folder", folder, "\"role\":\"viewer\""))
                        .statusCode());
    }

    @Test
    void aDriveIsSharedByTheRulesOfItsMembers() {
        var given = world.call(anna, "POST", "/api/grants", grant("drive", drive, "\"role\":\"viewer\""));
        assertEquals(201, given.statusCode(), given.body());
        String address =
                "/api/grants/" + json(given).path("grants").path(0).path("id").asText();

        assertEquals(
                2,
                json(world.call(ben, "GET", "/api/grants?resource_type=drive&resource_id=" + drive, ""))
                        .size());
        assertEquals(
                200,
                world.call(anna, "PUT", "/api/grants/role", grant("drive", drive, "\"role\":\"editor\""))
                        .statusCode());
        assertEquals(403, world.call(ben, "DELETE", address, "").statusCode());
        assertEquals(204, world.call(anna, "DELETE", address, "").statusCode());
        assertEquals(
                404,
                world.call(anna, "PUT", "/api/grants/role", grant("drive", drive, "\"role\":\"editor\""))
                        .statusCode());
        String owners = json(world.call(anna, "GET", "/api/grants?resource_type=drive&resource_id=" + drive, ""))
                .path(0)
                .path("id")
                .asText();
        assertEquals(
                400, world.call(anna, "DELETE", "/api/grants/" + owners, "").statusCode(), "the last owner");
        String own = json(world.call(anna, "GET", "/api/drives", ""))
                .path(0)
                .path("id")
                .asText();
        assertEquals(
                405,
                world.call(anna, "POST", "/api/grants", grant("drive", own, "\"role\":\"viewer\""))
                        .statusCode());
    }

    @Test
    void whatCannotBeGivenIsSaid() {
        String mail =
                "{\"subject\":{\"type\":\"email\",\"email\":\"eve@example.org\"},\"resource\":{\"type\":\"folder\","
                        + "\"id\":\"" + folder + "\"},\"role\":\"viewer\"}";
        var invited = world.call(anna, "POST", "/api/grants", mail);

        assertEquals(503, invited.statusCode());
        assertTrue(json(invited).path("message").asText().contains("no SMTP"), invited.body());
        assertEquals(400, status("{\"type\":\"token\",\"id\":\"" + benId + "\"}", "folder", "viewer"));
        assertEquals(400, status("{\"type\":\"email\"}", "folder", "viewer"));
        assertEquals(400, status("{\"type\":\"user\"}", "folder", "viewer"));
        assertEquals(400, status("{\"type\":\"user\",\"id\":\"" + benId + "\"}", "playlist", "viewer"));
        assertEquals(400, status("{\"type\":\"user\",\"id\":\"" + benId + "\"}", "folder", "god"));
        assertEquals(404, status("{\"type\":\"user\",\"id\":\"" + benId + "\"}", "file", "viewer"));
        assertEquals(
                400,
                world.call(anna, "GET", "/api/grants?resource_type=folder", "").statusCode());
        assertEquals(
                400, world.call(anna, "DELETE", "/api/grants/not-an-id", "").statusCode());
        assertEquals(
                400,
                world.call(
                                anna,
                                "POST",
                                "/api/grants",
                                grant("folder", folder, "\"role\":\"viewer\",\"expires_at\":\"2001-01-01T00:00:00Z\""))
                        .statusCode());
    }

    private static int status(String subject, String type, String role) {
        String body = "{\"subject\":" + subject + ",\"resource\":{\"type\":\"" + type + "\",\"id\":\"" + folder
                + "\"},\"role\":\"" + role + "\"}";
        return world.call(anna, "POST", "/api/grants", body).statusCode();
    }
}
