package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.Signed;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** API, WebDAV and pages read the same cookie of several: the first. */
class CookieRuleTest {
    private static World world;
    private static String good;

    @BeforeAll
    static void start() {
        world = World.inUse();
        good = world.session("admin").access().reveal();
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    private static HttpResponse<String> get(String path, List<String> cookies) {
        var request = world.server.request(path);
        cookies.forEach(cookie -> request.header("Cookie", cookie));
        return world.server.send(request);
    }

    /** Signed in or not, on each surface. */
    private static List<Boolean> signedIn(String... cookies) {
        List<String> headers = List.of(cookies);
        return List.of(
                get("/api/auth/me", headers).statusCode() == 200,
                get("/webdav/Personal/nothing", headers).statusCode() == 404,
                get("/", headers).statusCode() == 200);
    }

    @Test
    void firstOfTheNameDecidesEverywhere() {
        List<Boolean> in = List.of(true, true, true);
        List<Boolean> out = List.of(false, false, false);

        assertEquals(in, signedIn("oxicloud_access=" + good));
        assertEquals(in, signedIn("oxicloud_access=" + good + "; oxicloud_access=stale"));
        assertEquals(in, signedIn("=;;\"; oxicloud_access=" + good, "oxicloud_access=stale"));
        assertEquals(out, signedIn("oxicloud_access=stale; oxicloud_access=" + good));
        assertEquals(out, signedIn("oxicloud_access=; oxicloud_access=" + good));
        assertEquals(out, signedIn("OXICLOUD_ACCESS=" + good));
    }

    @Test
    void emptyCookieIsAsGoodAsNone() {
        var none = get("/webdav/Personal/nothing", List.of());
        var empty = get("/webdav/Personal/nothing", List.of("oxicloud_access="));

        assertEquals(401, empty.statusCode());
        assertEquals(none.body(), empty.body());
    }

    @Test
    void csrfAndRefreshFollowTheRule() {
        Signed session = world.session("admin");
        String access = "oxicloud_access=" + session.access().reveal() + "; ";

        assertEquals(403, logout(access + "oxicloud_csrf=other; oxicloud_csrf=mine"));
        assertEquals(200, logout(access + "oxicloud_csrf=mine; oxicloud_csrf=other"));

        String refresh = world.session("admin").refresh().reveal();
        assertEquals(403, refresh("oxicloud_refresh=stale; oxicloud_refresh=" + refresh));
        assertEquals(200, refresh("oxicloud_refresh=" + refresh + "; oxicloud_refresh=stale"));
        assertEquals(401, refresh("oxicloud_refresh="));
    }

    private static int logout(String cookie) {
        return post("/api/auth/logout", cookie);
    }

    private static int refresh(String cookie) {
        return post("/api/auth/refresh", cookie);
    }

    private static int post(String path, String cookie) {
        var request = world.server.request(path).header("Cookie", cookie).header("X-CSRF-Token", "mine");
        return world.server
                .send(request.POST(HttpRequest.BodyPublishers.noBody()))
                .statusCode();
    }

    @Test
    void pageOfNobodyIsTheSignIn() {
        var response = get("/", List.of("oxicloud_access=stale"));

        assertTrue(response.headers().firstValue("Location").orElse("").endsWith("/login"));
    }
}
