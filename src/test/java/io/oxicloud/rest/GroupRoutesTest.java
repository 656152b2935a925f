package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Groups and shared drives by HTTP, as an administrator makes and a member uses them. */
class GroupRoutesTest {
    private static World world;
    private static Credential admin;
    private static Credential anna;
    private static String annaId;

    @BeforeAll
    static void start() {
        world = World.inUse();
        annaId = world.user("anna", false).id().toString();
        admin = world.bearer("admin");
        anna = world.bearer("anna");
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    private static String group(String name) {
        var made = world.call(
                admin, "POST", "/api/groups", "{\"name\":\"" + name + "\",\"description\":\"of " + name + "\"}");
        assertEquals(201, made.statusCode(), made.body());
        return json(made).path("id").asText();
    }

    @Test
    void groupIsMadeFilledFoundAndRemoved() {
        String team = group("team");
        String inner = group("team-inner");

        var added = world.call(admin, "POST", "/api/groups/" + inner + "/members", "{\"user_id\":\"" + annaId + "\"}");
        world.call(admin, "POST", "/api/groups/" + team + "/members", "{\"group_id\":\"" + inner + "\"}");
        var circle = world.call(admin, "POST", "/api/groups/" + inner + "/members", "{\"group_id\":\"" + team + "\"}");
        var both = world.call(
                admin,
                "POST",
                "/api/groups/" + team + "/members",
                "{\"group_id\":\"" + inner + "\",\"user_id\":\"" + annaId + "\"}");
        var renamed = world.call(admin, "PATCH", "/api/groups/" + team, "{\"name\":\"Team\"}");
        var taken = world.call(admin, "POST", "/api/groups", "{\"name\":\"TEAM\"}");

        assertEquals("{\"user_id\":\"" + annaId + "\"}", added.body());
        assertEquals(201, added.statusCode());
        assertEquals(400, circle.statusCode());
        assertEquals(400, both.statusCode());
        assertEquals("Team", json(renamed).path("name").asText());
        assertEquals("of team", json(renamed).path("description").asText());
        assertEquals(1, json(renamed).path("member_count").asInt());
        assertTrue(json(renamed).path("can_manage").asBoolean());
        assertEquals(409, taken.statusCode());
        JsonNode found = json(world.call(admin, "GET", "/api/groups?q=TEAM&limit=1&offset=1", ""));
        assertEquals(2, found.path("total").asInt());
        assertEquals("team-inner", found.path("items").path(0).path("name").asText());
        assertEquals(
                "[{\"group_id\":\"" + inner + "\"}]",
                world.call(admin, "GET", "/api/groups/" + team + "/members", "").body());
        assertEquals(
                "[\"" + annaId + "\"]",
                world.call(admin, "GET", "/api/groups/" + team + "/effective-members", "")
                        .body());
        JsonNode searched = json(world.call(anna, "GET", "/api/groups/search?q=inner", ""));
        assertEquals("team-inner", searched.path(0).path("name").asText());
        assertFalse(searched.path(0).has("member_count"));
        String members = "/api/groups/" + team + "/members/group/" + inner;
        assertEquals(204, world.call(admin, "DELETE", members, "").statusCode());
        assertEquals(404, world.call(admin, "DELETE", members, "").statusCode());
        assertEquals(
                400,
                world.call(admin, "DELETE", "/api/groups/" + team + "/members/token/" + inner, "")
                        .statusCode());
        assertEquals(204, world.call(admin, "DELETE", "/api/groups/" + team, "").statusCode());
        assertEquals(404, world.call(admin, "GET", "/api/groups/" + team, "").statusCode());
    }

    @Test
    void virtualGroupCannotBeChanged() {
        String internal = "/api/groups/00000000-0000-0000-0000-000000000001";

        assertEquals(403, world.call(admin, "DELETE", internal, "").statusCode());
        assertEquals(
                403,
                world.call(admin, "PATCH", internal, "{\"name\":\"other\"}").statusCode());
        assertEquals(
                403,
                world.call(admin, "POST", internal + "/members", "{\"user_id\":\"" + annaId + "\"}")
                        .statusCode());
        JsonNode shown = json(world.call(admin, "GET", internal, ""));
        assertTrue(shown.path("is_virtual").asBoolean());
        assertFalse(shown.path("can_manage").asBoolean(true));
        assertEquals(2, shown.path("member_count").asInt());
    }

    @Test
    void sharedDriveIsMadeRuledAndItsMembersChange() {
        String owner = "{\"type\":\"user\",\"id\":\"" + annaId + "\"}";
        String wanted = "{\"kind\":\"%s\",\"name\":\"Plans\",\"owner\":" + owner + ",\"quota_bytes\":1000}";
        var personal = world.call(admin, "POST", "/api/drives", String.format(wanted, "personal"));
        var made = world.call(admin, "POST", "/api/drives", String.format(wanted, "shared"));
        String drive = "/api/drives/" + json(made).path("id").asText();

        assertEquals(501, personal.statusCode());
        assertEquals("501 Not Implemented", json(personal).path("status").asText());
        assertEquals(201, made.statusCode(), made.body());
        assertEquals(2, json(world.call(anna, "GET", "/api/drives", "")).size());
        assertEquals(1, json(world.call(admin, "GET", "/api/drives", "")).size());
        var policies = world.call(
                admin, "PATCH", drive + "/policies", "{\"forbid_sharing\":true,\"forbid_public_links\":null}");
        assertEquals("{\"forbid_sharing\":true}", policies.body());
        assertEquals(404, world.call(anna, "PATCH", drive + "/policies", "{}").statusCode(), "for administrators only");
        assertEquals(400, world.call(admin, "PATCH", drive + "/quota", "{}").statusCode(), "null must be said");
        assertFalse(json(world.call(admin, "PATCH", drive + "/quota", "{\"quota_bytes\":null}"))
                .has("quota_bytes"));

        String group = group("planners");
        world.call(admin, "POST", "/api/groups/" + group + "/members", "{\"user_id\":\"" + annaId + "\"}");
        var grant = world.call(
                anna,
                "POST",
                drive + "/members",
                "{\"subject\":{\"type\":\"group\",\"id\":\"" + group + "\"},\"role\":\"viewer\"}");
        assertEquals(201, grant.statusCode(), grant.body());
        assertEquals("group", json(grant).path("subject").path("type").asText());
        assertEquals("drive", json(grant).path("resource").path("type").asText());
        var changed = world.call(anna, "PATCH", drive + "/members/group/" + group, "{\"role\":\"editor\"}");
        assertEquals("editor", json(changed).path("role").asText());
        assertEquals(2, json(world.call(anna, "GET", drive + "/members", "")).size());
        assertEquals(
                400,
                world.call(anna, "DELETE", drive + "/members/user/" + annaId, "")
                        .statusCode(),
                "the last owner");
        for (int i = 0; i < 2; i++) {
            assertEquals(
                    204,
                    world.call(anna, "DELETE", drive + "/members/group/" + group, "")
                            .statusCode());
        }
        assertEquals(
                400,
                world.call(anna, "DELETE", drive + "/members/token/" + group, "")
                        .statusCode());
        assertEquals(204, world.call(anna, "DELETE", drive, "").statusCode());
    }

    @Test
    void ownDriveStaysAndSoDoesItsMembership() {
        JsonNode own = json(world.call(anna, "GET", "/api/drives", "")).path(0);
        String drive = "/api/drives/" + own.path("id").asText();

        var deleted = world.call(anna, "DELETE", drive, "");
        var shared = world.call(
                anna,
                "POST",
                drive + "/members",
                "{\"subject\":{\"type\":\"user\",\"id\":\"" + annaId + "\"},\"role\":\"viewer\"}");

        assertEquals(405, deleted.statusCode());
        assertTrue(deleted.headers().firstValue("Allow").isPresent());
        assertEquals(405, shared.statusCode());
    }
}
