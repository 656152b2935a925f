package io.oxicloud.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.db.Engine;
import io.oxicloud.rest.World;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which page comes when. */
class PageServletTest {
    private final World world = new World(Engine.H2, World.MANY_SIGN_INS, false);

    @AfterEach
    void stop() {
        world.close();
    }

    private HttpResponse<String> get(String path, String token) {
        return world.server.send(world.server.request(path).header("Cookie", "oxicloud_access=" + token));
    }

    private static void assertLeads(String to, HttpResponse<String> response) {
        assertEquals(303, response.statusCode());
        assertEquals(
                World.CONTEXT + to, response.headers().firstValue("Location").orElse(""));
    }

    @Test
    void everybodyIsLedToThePageOfTheMoment() {
        assertLeads("/setup", world.server.get("/"));
        assertLeads("/setup", world.server.get("/login"));
        assertTrue(world.server.get("/setup").body().contains("id=\"setup-form\""));

        world.setUp();

        assertLeads("/login", world.server.get("/"));
        assertLeads("/login", world.server.get("/setup"));
        assertTrue(world.server.get("/login").body().contains("id=\"login-form\""));
        assertLeads("/login", get("/", "nonsense"));

        String token = world.session("admin").access().reveal();

        assertLeads("/", get("/login", token));
        assertLeads("/", get("/setup", token));
        String home = get("/", token).body();
        assertTrue(home.contains("<strong>admin</strong>") && home.contains("administrator"), home);
    }

    @Test
    void guestSeesNoDriveOfHisOwn() {
        world.setUp();
        world.user("guest", true);

        String home = get("/", world.session("guest").access().reveal()).body();

        assertTrue(home.contains("<strong>guest</strong>"), home);
        assertFalse(home.contains("id=\"drives\""), home);
    }

    @Test
    void noAddressFromTheRequestIsFollowed() {
        world.setUp();
        String token = world.session("admin").access().reveal();

        for (String target : new String[] {
            "https://evil.example",
            "//evil.example",
            "/%5Cevil.example",
            "/%09/evil.example",
            "/%0d%0aSet-Cookie:x",
            "javascript:alert(1)",
            "/app/../..//evil"
        }) {
            assertLeads("/", get("/login?redirect=" + target, token));
        }
    }

    @Test
    void pagesForbidWhatTheyDoNotNeedAndAreNotKept() {
        var headers = world.server.get("/setup").headers();

        String policy = headers.firstValue("Content-Security-Policy").orElse("");
        assertTrue(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"), policy);
        assertFalse(policy.contains("unsafe") || policy.contains("*"), policy);
        assertEquals("no-store", headers.firstValue("Cache-Control").orElse(""));
        assertEquals(
                "text/html;charset=UTF-8", headers.firstValue("Content-Type").orElse(""));
    }

    @Test
    void pagesAreOnlyRead() {
        var response = world.server.send(world.server.request("/login").POST(HttpRequest.BodyPublishers.ofString("x")));

        assertEquals(405, response.statusCode());
    }
}
