package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.oxicloud.account.Scope;
import io.oxicloud.db.Engine;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Sign-in, renewal, sign-out and app passwords by HTTP, as clients go through them. */
@ParameterizedClass
@EnumSource(Engine.class)
class SignInRoutesTest {
    private static final String LOGIN = "{\"username\":\"anna\",\"password\":\"correct horse\"}";

    private static final Map<Engine, World> WORLDS = new EnumMap<>(Engine.class);

    private final World world;

    SignInRoutesTest(Engine engine) {
        world = WORLDS.computeIfAbsent(engine, SignInRoutesTest::withAnna);
    }

    private static World withAnna(Engine engine) {
        var made = new World(engine, World.MANY_SIGN_INS, false);
        made.setUp();
        made.user("anna", false);
        return made;
    }

    @AfterAll
    static void stop() {
        WORLDS.values().forEach(World::close);
        WORLDS.clear();
    }

    private static Map<String, String> cookies(HttpResponse<String> response) {
        return response.headers().allValues("Set-Cookie").stream()
                .collect(Collectors.toMap(
                        cookie -> cookie.substring(0, cookie.indexOf('=')),
                        cookie -> cookie.substring(cookie.indexOf('=') + 1)));
    }

    private static String value(HttpResponse<String> response, String cookie) {
        String all = cookies(response).getOrDefault(cookie, ";");
        return all.substring(0, all.indexOf(';'));
    }

    private static String attributes(HttpResponse<String> response, String cookie) {
        String all = cookies(response).getOrDefault(cookie, ";");
        return all.substring(all.indexOf(';'));
    }

    private HttpResponse<String> empty(String path, Credential credential) {
        return world.server.send(credential.on(world.server.request(path)).POST(HttpRequest.BodyPublishers.noBody()));
    }

    @Test
    void aCookieHeaderOfAnOldFormIsReadLikeAnyOther() {
        for (String path : List.of("/api/auth/me", "/api/auth/refresh")) {
            Credential odd = request -> request.header("Cookie", "$Version=x; oxicloud_access=a");

            assertEquals(401, (path.endsWith("me") ? get(path, odd) : empty(path, odd)).statusCode(), path);
        }
    }

    private HttpResponse<String> get(String path, Credential credential) {
        return world.server.send(credential.on(world.server.request(path)));
    }

    private HttpResponse<String> post(String path, String body, Credential credential) {
        return world.server.send(credential
                .on(world.server.request(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    void loginGivesTokensAndTheThreeCookies() {
        var response = world.server.post("/api/auth/login", LOGIN);

        assertEquals(200, response.statusCode(), response.body());
        JsonNode body = Answers.json(response);
        assertEquals("anna", body.path("user").path("username").asText());
        assertEquals(0, body.path("user").path("storage_used_bytes").asInt(-1));
        assertEquals("Bearer", body.path("token_type").asText());
        assertEquals(604_800, body.path("expires_in").asInt());
        assertEquals(3_600, body.path("access_expires_in").asInt());
        assertEquals(body.path("access_token").asText(), value(response, "oxicloud_access"));
        assertEquals(body.path("refresh_token").asText(), value(response, "oxicloud_refresh"));
        assertEquals(
                "; Path=/some/context; Max-Age=604800; HttpOnly; SameSite=Lax",
                attributes(response, "oxicloud_access"));
        assertEquals(
                "; Path=/some/context/api/auth; Max-Age=604800; HttpOnly; SameSite=Strict",
                attributes(response, "oxicloud_refresh"));
        assertEquals("; Path=/some/context; Max-Age=604800; SameSite=Lax", attributes(response, "oxicloud_csrf"));
        assertTrue(value(response, "oxicloud_csrf").matches("[0-9a-f-]{14}4[0-9a-f-]{21}"));
        assertEquals("no-store", response.headers().firstValue("Cache-Control").orElse(""));
    }

    @Test
    void wrongPasswordAndUnknownNameAreRefusedAlike() {
        var wrong = world.server.post("/api/auth/login", "{\"username\":\"anna\",\"password\":\"wrong horse\"}");
        var unknown = world.server.post("/api/auth/login", "{\"username\":\"bob\",\"password\":\"wrong horse\"}");

        assertEquals(403, wrong.statusCode());
        assertEquals("Invalid credentials", Answers.json(wrong).path("message").asText());
        assertEquals(wrong.body(), unknown.body());
        assertEquals(List.of(), wrong.headers().allValues("Set-Cookie"));
    }

    @Test
    void refreshByCookieOrBodyGivesNewTokensOnce() {
        var login = world.server.post("/api/auth/login", LOGIN);
        String first = value(login, "oxicloud_refresh");

        var byCookie = empty("/api/auth/refresh", request -> request.header("Cookie", "oxicloud_refresh=" + first));
        String second = value(byCookie, "oxicloud_refresh");
        var byBody = world.server.post("/api/auth/refresh", "{\"refresh_token\":\"" + second + "\"}");
        String third = value(byBody, "oxicloud_refresh");

        assertEquals(200, byCookie.statusCode(), byCookie.body());
        assertNotEquals(first, second);
        assertEquals(200, byBody.statusCode(), byBody.body());
        assertEquals(
                200,
                get("/api/auth/me", Credential.cookie(value(byBody, "oxicloud_access")))
                        .statusCode());
        world.clock.advance(Duration.ofMinutes(5));
        assertEquals(
                403,
                world.server
                        .post("/api/auth/refresh", "{\"refresh_token\":\"" + first + "\"}")
                        .statusCode());
        assertEquals(
                403,
                world.server
                        .post("/api/auth/refresh", "{\"refresh_token\":\"" + third + "\"}")
                        .statusCode(),
                "whoever brings a used token ends the session");
    }

    @Test
    void refreshWithoutTokenIsUnauthorized() {
        for (var response :
                List.of(empty("/api/auth/refresh", Credential.none()), world.server.post("/api/auth/refresh", "{}"))) {
            assertEquals(401, response.statusCode());
            assertEquals(
                    "401 Unauthorized", Answers.json(response).path("status").asText());
        }
    }

    @Test
    void logoutEndsTheSessionAndClearsTheCookies() {
        var login = world.server.post("/api/auth/login", LOGIN);
        String access = value(login, "oxicloud_access");

        var logout = empty("/api/auth/logout", Credential.cookie(access));

        assertEquals(200, logout.statusCode());
        for (String cookie : List.of("oxicloud_access", "oxicloud_refresh", "oxicloud_csrf")) {
            assertEquals("", value(logout, cookie));
            assertTrue(attributes(logout, cookie).contains("; Max-Age=0"), cookie);
        }
        assertEquals(401, get("/api/auth/me", Credential.bearer(access)).statusCode());
        assertEquals(
                403,
                world.server
                        .post("/api/auth/refresh", "{\"refresh_token\":\"" + value(login, "oxicloud_refresh") + "\"}")
                        .statusCode());
    }

    @Test
    void headerDecidesAloneAndACookieDoesNotHelp() {
        String access = world.session("anna").access().reveal();

        for (String header : List.of("Bearer nonsense", "Basic nonsense", "Negotiate abc", "", "Bearer")) {
            var response = get(
                    "/api/auth/me",
                    request -> Credential.cookie(access).on(request).header("Authorization", header));
            assertEquals(401, response.statusCode(), header);
            assertTrue(Answers.json(response).path("status").asText().startsWith("401 "), response.body());
        }
    }

    @Test
    void csrfTokenIsAskedOfCookiesOnly() {
        String access = world.session("anna").access().reveal();
        String body = "{\"label\":\"phone\"}";

        assertEquals(
                201,
                post("/api/auth/app-passwords", body, Credential.bearer(access)).statusCode());
        assertEquals(
                201,
                post("/api/auth/app-passwords", body, Credential.cookie(access)).statusCode());
        for (String token : List.of("", "x", Credential.CSRF + "0", Credential.CSRF.toUpperCase(Locale.ROOT))) {
            var response = post("/api/auth/app-passwords", body, Credential.cookieWithCsrf(access, token));
            assertEquals(403, response.statusCode(), token);
            assertEquals(
                    "CSRF token missing or invalid",
                    Answers.json(response).path("error").asText());
        }
        var noCookie = post(
                "/api/auth/app-passwords",
                body,
                request -> request.header("Cookie", "oxicloud_access=" + access).header("X-CSRF-Token", ""));
        assertEquals(403, noCookie.statusCode());
    }

    @Test
    void appPasswordIsShownOnceUsedByItsScopesAndRevoked() {
        world.user("ben", false);
        Credential session = world.bearer("ben");

        var dav = Answers.json(post("/api/auth/app-passwords", "{\"label\":\" my phone \"}", session));
        var api = Answers.json(post(
                "/api/auth/app-passwords",
                "{\"label\":\"script\",\"scopes\":\"api\",\"expires_in_days\":30}",
                session));

        assertEquals("my phone", dav.path("label").asText());
        assertEquals("webdav,caldav,carddav", dav.path("scopes").asText());
        assertTrue(dav.path("password").asText().startsWith("oxicloud-"));
        assertTrue(dav.path("instructions").path("curl_example").asText().contains("/some/context/webdav/"));
        assertTrue(api.hasNonNull("expires_at"));
        assertEquals(403, basic(dav).statusCode(), "right, but not for this");
        assertEquals(200, basic(api).statusCode());
        var list = Answers.json(get("/api/auth/app-passwords", session));
        assertEquals(2, list.path("total").asInt());
        assertFalse(list.toString().contains(api.path("password").asText()));

        var revoked = world.server.send(session.on(world.server.request(
                        "/api/auth/app-passwords/" + api.path("id").asText()))
                .DELETE());

        assertEquals("revoked", Answers.json(revoked).path("status").asText());
        assertEquals(401, basic(api).statusCode());
    }

    private HttpResponse<String> basic(JsonNode created) {
        return get(
                "/api/auth/me",
                Credential.basic(
                        created.path("username").asText(),
                        created.path("password").asText()));
    }

    @Test
    void basicIsForNoAdministrationAndTakesNoAccountPassword() {
        String chief = "admin";
        var created = Answers.json(post(
                "/api/auth/app-passwords",
                "{\"label\":\"script\",\"scopes\":\"" + Scope.format(Scope.ALL) + "\"}",
                world.bearer(chief)));
        String path = "/api/admin/drives/0198b5b0-0000-7000-8000-00000000dead/quota";
        HttpRequest.BodyPublisher quota = HttpRequest.BodyPublishers.ofString("{\"quota_bytes\":5}");

        var admin = world.server.send(
                Credential.basic(chief, created.path("password").asText())
                        .on(world.server.request(path))
                        .header("Content-Type", "application/json")
                        .method("PATCH", quota));
        var account = get("/api/auth/me", Credential.basic(chief, World.PASSWORD.reveal()));
        var bearer = world.server.send(world.bearer(chief)
                .on(world.server.request(path))
                .header("Content-Type", "application/json")
                .method("PATCH", quota));

        assertTrue(admin.statusCode() == 401 || admin.statusCode() == 403, admin.body());
        assertEquals(401, account.statusCode());
        assertEquals(404, bearer.statusCode(), "an administrator's session gets as far as the drive");
    }

    @Test
    void ownDriveIsListedFirstWithItsFigures() {
        var drives = Answers.json(get("/api/drives", world.bearer("anna")));

        assertEquals(1, drives.size(), drives.toString());
        assertEquals("personal", drives.path(0).path("kind").asText());
        assertEquals("owner", drives.path(0).path("caller_role").asText());
        assertEquals(0, drives.path(0).path("used_bytes").asInt(-1));
        assertEquals(
                drives.path(0).path("id").asText(),
                drives.path(0).path("root_folder_id").asText());
        assertEquals(
                "{\"include_in_music_index\":true,\"include_in_photo_index\":true}",
                drives.path(0).path("policies").toString());
    }
}
