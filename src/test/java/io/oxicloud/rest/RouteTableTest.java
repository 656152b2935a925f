package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.oxicloud.account.Signed;
import io.oxicloud.db.Engine;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every route of the API with every kind of caller. The table is the contract: a route that is not in it fails, and so does
 * one that is in it and not there. Ids are of nothing; bodies are good. Change both or neither.
 */
class RouteTableTest {
    private static final int ADDRESS_END = 59;

    /**
     * Columns: anonymous, user, administrator, user by cookie without CSRF token, expired token, tampered token, token of an
     * ended session, external user.
     */
    private static final String TABLE = """
            GET    /api/admin/blocks                                    401 403 200 403 401 401 401 403
            DELETE /api/admin/blocks/{id}                               401 403 204 403 401 401 401 403
            GET    /api/admin/caches                                    401 403 200 403 401 401 401 403
            PATCH  /api/admin/drives/{id}/policies                      401 403 404 403 401 401 401 403
            PATCH  /api/admin/drives/{id}/quota                         401 403 404 403 401 401 401 403
            GET    /api/admin/internal/trigger-gc                       401 403 200 403 401 401 401 403
            POST   /api/admin/internal/trigger-gc                       401 403 202 403 401 401 401 403
            GET    /api/admin/storage                                   401 403 200 403 401 401 401 403
            GET    /api/admin/storage/fsck                              401 403 200 403 401 401 401 403
            GET    /api/admin/storage/fsck/report                       401 403 200 403 401 401 401 403
            POST   /api/admin/storage/fsck/start                        401 403 202 403 401 401 401 403
            POST   /api/admin/storage/fsck/stop                         401 403 200 403 401 401 401 403
            GET    /api/admin/storage/keys                              401 403 200 403 401 401 401 403
            POST   /api/admin/storage/keys/renew                        401 403 409 403 401 401 401 403
            GET    /api/admin/storage/migration                         401 403 200 403 401 401 401 403
            POST   /api/admin/storage/migration/complete                401 403 409 403 401 401 401 403
            POST   /api/admin/storage/migration/pause                   401 403 409 403 401 401 401 403
            POST   /api/admin/storage/migration/resume                  401 403 409 403 401 401 401 403
            POST   /api/admin/storage/migration/start                   401 403 409 403 401 401 401 403
            POST   /api/admin/storage/migration/verify                  401 403 409 403 401 401 401 403
            GET    /api/auth/app-passwords                              401 200 200 200 401 401 401 403
            POST   /api/auth/app-passwords                              401 201 201 403 401 401 401 403
            DELETE /api/auth/app-passwords/{id}                         401 404 404 403 401 401 401 403
            POST   /api/auth/login                                      403 403 403 403 403 403 403 403
            POST   /api/auth/logout                                     401 200 200 403 401 401 401 200
            GET    /api/auth/me                                         401 200 200 200 401 401 401 200
            POST   /api/auth/refresh                                    403 403 403 403 403 403 403 403
            GET    /api/auth/status                                     200 200 200 200 200 200 200 200
            GET    /api/batch/download                                  401 400 400 400 401 401 401 400
            POST   /api/batch/download                                  401 404 404 403 401 401 401 404
            GET    /api/dedup/blob/{hash}                               401 400 400 400 401 401 401 400
            POST   /api/dedup/check-batch                               401 200 200 403 401 401 401 200
            GET    /api/dedup/check/{hash}                              401 400 400 400 401 401 401 400
            GET    /api/drives                                          401 200 200 200 401 401 401 200
            POST   /api/drives                                          401 403 400 403 401 401 401 403
            GET    /api/drives/{drive}/members                          401 404 404 404 401 401 401 404
            POST   /api/drives/{drive}/members                          401 404 404 403 401 401 401 404
            DELETE /api/drives/{drive}/members/{type}/{subject}         401 404 404 403 401 401 401 404
            PATCH  /api/drives/{drive}/members/{type}/{subject}         401 404 404 403 401 401 401 404
            DELETE /api/drives/{id}                                     401 404 404 403 401 401 401 404
            PATCH  /api/drives/{id}/policies                            401 404 404 403 401 401 401 404
            PATCH  /api/drives/{id}/quota                               401 404 404 403 401 401 401 404
            PUT    /api/files                                           401 400 400 403 401 401 401 400
            GET    /api/files/{id}                                      401 404 404 404 401 401 401 404
            GET    /api/files/{file}/versions                           401 404 404 404 401 401 401 404
            PATCH  /api/files/{file}/versions/{version}                 401 404 404 403 401 401 401 404
            GET    /api/files/{file}/versions/{version}/content         401 404 404 404 401 401 401 404
            POST   /api/files/{file}/versions/{version}/restore         401 404 404 403 401 401 401 404
            PUT    /api/files/{id}                                      401 404 404 403 401 401 401 404
            DELETE /api/files/{id}                                      401 404 404 403 401 401 401 404
            PUT    /api/files/{id}/move                                 401 404 404 403 401 401 401 404
            PUT    /api/files/{id}/rename                               401 404 404 403 401 401 401 404
            POST   /api/files/by-hash                                   401 404 404 403 401 401 401 404
            POST   /api/files/by-hash/batch                             401 200 200 403 401 401 401 200
            PUT    /api/files/delta/chunks                              401 200 200 403 401 401 401 507
            POST   /api/files/delta/commit                              401 404 404 403 401 401 401 404
            POST   /api/files/delta/download                            401 404 404 403 401 401 401 404
            POST   /api/files/delta/negotiate                           401 200 200 403 401 401 401 200
            GET    /api/files/{id}/manifest                             401 404 404 404 401 401 401 404
            POST   /api/files/upload                                    401 404 404 403 401 401 401 404
            GET    /api/folders                                         401 200 200 200 401 401 401 200
            POST   /api/folders                                         401 404 404 403 401 401 401 404
            DELETE /api/folders/{id}                                    401 404 404 403 401 401 401 404
            GET    /api/folders/{id}                                    401 404 404 404 401 401 401 404
            GET    /api/folders/{id}/download                           401 404 404 404 401 401 401 404
            PUT    /api/folders/{id}/move                               401 404 404 403 401 401 401 404
            PUT    /api/folders/{id}/rename                             401 404 404 403 401 401 401 404
            GET    /api/folders/{id}/resources                          401 404 404 404 401 401 401 404
            POST   /api/folders/{id}/restore-to                         401 404 404 403 401 401 401 404
            GET    /api/grants                                          401 400 400 400 401 401 401 400
            POST   /api/grants                                          401 404 404 403 401 401 401 404
            DELETE /api/grants/{id}                                     401 204 204 403 401 401 401 204
            GET    /api/grants/incoming                                 401 200 200 200 401 401 401 200
            GET    /api/grants/outgoing                                 401 200 200 200 401 401 401 200
            PUT    /api/grants/role                                     401 404 404 403 401 401 401 404
            GET    /api/groups                                          401 403 200 403 401 401 401 403
            POST   /api/groups                                          401 403 400 403 401 401 401 403
            DELETE /api/groups/{id}                                     401 403 404 403 401 401 401 403
            GET    /api/groups/{id}                                     401 403 404 403 401 401 401 403
            PATCH  /api/groups/{id}                                     401 403 404 403 401 401 401 403
            GET    /api/groups/{id}/effective-members                   401 403 404 403 401 401 401 403
            GET    /api/groups/{id}/members                             401 403 404 403 401 401 401 403
            POST   /api/groups/{id}/members                             401 403 404 403 401 401 401 403
            DELETE /api/groups/{id}/members/{type}/{member}             401 403 404 403 401 401 401 403
            GET    /api/groups/search                                   401 200 200 200 401 401 401 403
            GET    /api/openapi.json                                    200 200 200 200 200 200 200 200
            POST   /api/setup                                           403 403 403 403 403 403 403 403
            DELETE /api/trash/drive/{drive}                             401 404 404 403 401 401 401 404
            DELETE /api/trash/empty                                     401 200 200 403 401 401 401 200
            DELETE /api/trash/files/{id}                                401 404 404 403 401 401 401 404
            DELETE /api/trash/folders/{id}                              401 404 404 403 401 401 401 404
            GET    /api/trash/resources                                 401 200 200 200 401 401 401 200
            DELETE /api/trash/{id}                                      401 404 404 403 401 401 401 404
            POST   /api/trash/{id}/restore                              401 404 404 403 401 401 401 404
            POST   /api/uploads                                         401 404 404 403 401 401 401 404
            DELETE /api/uploads/{id}                                    401 404 404 403 401 401 401 404
            GET    /api/uploads/{id}                                    401 404 404 404 401 401 401 404
            PATCH  /api/uploads/{id}                                    401 400 400 403 401 401 401 400
            POST   /api/uploads/{id}/complete                           401 404 404 403 401 401 401 404
            GET    /api/version                                         200 200 200 200 200 200 200 200
            """;

    private static final String NOBODY = "0198b5b0-0000-7000-8000-00000000dead";

    private static World world;
    private static Contract contract;
    private static String expired;
    private static String revoked;

    @BeforeAll
    static void start() {
        world = new World(Engine.H2, World.MANY_SIGN_INS, false);
        contract = new Contract(Answers.json(world.server.get("/api/openapi.json")));
        world.setUp();
        world.user("anna", false);
        world.user("guest", true);
        expired = world.session("anna").access().reveal();
        world.clock.advance(Duration.ofHours(2));
        Signed ended = world.session("anna");
        revoked = ended.access().reveal();
        int status = world.server
                .send(Credential.bearer(revoked)
                        .on(world.server.request("/api/auth/logout"))
                        .POST(HttpRequest.BodyPublishers.noBody()))
                .statusCode();
        assertEquals(200, status);
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    /** Every call opens a session of its own, since some routes end it. */
    private static Map<String, List<Supplier<Credential>>> callers() {
        var callers = new LinkedHashMap<String, List<Supplier<Credential>>>();
        callers.put("anonymous", List.of(Credential::none));
        callers.put("user", bearerAndCookie(() -> token("anna")));
        callers.put("admin", bearerAndCookie(() -> token("admin")));
        callers.put(
                "csrf",
                List.of(
                        () -> Credential.cookieWithCsrf(token("anna"), ""),
                        () -> Credential.cookieWithCsrf(token("anna"), "0198b5b0-0000-4000-8000-000000000002")));
        callers.put("expired", bearerAndCookie(() -> expired));
        callers.put("tampered", bearerAndCookie(() -> tampered(token("anna"))));
        callers.put("revoked", bearerAndCookie(() -> revoked));
        callers.put("external", bearerAndCookie(() -> token("guest")));
        return callers;
    }

    private static List<Supplier<Credential>> bearerAndCookie(Supplier<String> token) {
        return List.of(() -> Credential.bearer(token.get()), () -> Credential.cookie(token.get()));
    }

    private static String token(String username) {
        return world.session(username).access().reveal();
    }

    /** The same claims but for one letter, under the old signature. */
    private static String tampered(String token) {
        int middle = token.indexOf('.') + 20;
        char other = token.charAt(middle) == 'A' ? 'B' : 'A';
        return token.substring(0, middle) + other + token.substring(middle + 1);
    }

    private static HttpResponse<String> call(String route, Credential credential) {
        String method = route.substring(0, route.indexOf(' '));
        String path = route.substring(method.length() + 1).replaceAll("\\{type}", "user");
        var request = credential.on(world.server.request(path.replaceAll("\\{\\w+}", NOBODY)));
        String body = Bodies.of(route);
        return world.server.send(
                body.isEmpty()
                        ? request.method(method, HttpRequest.BodyPublishers.noBody())
                        : request.header("Content-Type", Bodies.type(route))
                                .method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    private static String row(String route) {
        var cells = new ArrayList<String>();
        callers().forEach((name, credentials) -> {
            var statuses = new TreeSet<Integer>();
            for (Supplier<Credential> credential : credentials) {
                HttpResponse<String> response = call(route, credential.get());
                statuses.add(response.statusCode());
                assertErrorBody(response);
                contract.assertGives(route, response);
            }
            cells.add(statuses.stream().map(String::valueOf).collect(Collectors.joining("/")));
        });
        int space = route.indexOf(' ');
        return String.format(
                Locale.ROOT,
                "%-7s%-52s %s",
                route.substring(0, space),
                route.substring(space + 1),
                String.join(" ", cells));
    }

    private static void assertErrorBody(HttpResponse<String> response) {
        if (response.statusCode() < 400) {
            return;
        }
        JsonNode body = Answers.json(response);
        assertTrue(body.path("status").asText().startsWith(response.statusCode() + " "), response.body());
        assertEquals(body.path("message"), body.path("error"), response.body());
        if (response.statusCode() == 401) {
            assertEquals(
                    List.of("Bearer realm=\"OxiCloud\""), response.headers().allValues("WWW-Authenticate"));
        }
    }

    private static List<String> expected() {
        return TABLE.lines().map(String::stripTrailing).toList();
    }

    @TestFactory
    Stream<DynamicTest> everyRouteAnswersEveryCallerAsTheTableSays() {
        return contract.routes().stream()
                .map(route -> DynamicTest.dynamicTest(route, () -> {
                    String actual = row(route);
                    assertTrue(expected().contains(actual), () -> "not in the table:\n" + actual);
                }));
    }

    @Test
    void everyGoodBodyIsWhatTheDocumentAsksFor() {
        for (Map.Entry<String, String> body : Bodies.ALL.entrySet()) {
            contract.assertTakes(body.getKey(), Answers.json(body.getValue()));
        }
        for (String route : contract.routes()) {
            JsonNode body = contract.operation(route).path("requestBody");
            assertTrue(!body.path("required").asBoolean() || !Bodies.of(route).isEmpty(), route);
        }
    }

    /** An app password for the API gets as far as its owner's token, or it is refused: as the document says. */
    @Test
    void appPasswordIsTakenWhereTheDocumentSays() {
        String secret = Answers.json(world.call(
                        Credential.bearer(token("anna")),
                        "POST",
                        "/api/auth/app-passwords",
                        "{\"label\":\"script\",\"scopes\":\"api\"}"))
                .path("password")
                .asText();

        for (String route : contract.routes()) {
            int status = call(route, Credential.basic("anna", secret)).statusCode();
            if (contract.takes(route, "bearer") && !contract.takes(route, "appPassword")) {
                assertTrue(status == 401 || status == 403, () -> route + " " + status);
            } else {
                assertEquals(call(route, Credential.bearer(token("anna"))).statusCode(), status, route);
            }
        }
    }

    @Test
    void whoTakesNoJsonIsTold() {
        for (String route : contract.routes()) {
            if (contract.operation(route).at("/responses/200/content").has("*/*")) {
                continue; // gives what somebody stored, of whatever type that is
            }
            var response = call(
                    route,
                    request -> Credential.bearer(token("admin")).on(request).header("Accept", "text/html"));

            assertEquals(406, response.statusCode(), route);
            assertErrorBody(response);
            contract.assertGives(route, response);
        }
    }

    @Test
    void parameterThatIsNeededIsAskedForByName() {
        int asked = 0;
        for (String route : contract.routes()) {
            for (JsonNode parameter : contract.operation(route).path("parameters")) {
                if (parameter.path("in").asText().equals("query")
                        && parameter.path("required").asBoolean()) {
                    String name = parameter.path("name").asText();
                    var response = call(route + "?x=1", Credential.bearer(token("admin")));
                    assertEquals(400, response.statusCode(), route);
                    assertTrue(response.body().contains("must be given"), route + " without " + name);
                    asked++;
                }
            }
        }
        assertEquals(5, asked);
    }

    @Test
    void optionsTellsAnybodyTheMethods() {
        for (String path : List.of("/api/auth/me", "/api/admin/drives/" + NOBODY + "/quota", "/api/version")) {
            var response = world.server.send(
                    world.server.request(path).method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
            assertEquals(2, response.statusCode() / 100, path);
            assertTrue(response.headers().firstValue("Allow").orElse("").contains("OPTIONS"), path);
        }
    }

    @Test
    void tableHasNoRouteThatIsNotThere() {
        var there = contract.routes().stream()
                .map(route -> route.replaceAll(" +", " "))
                .collect(Collectors.toSet());
        var listed = expected().stream()
                .map(line -> line.substring(0, ADDRESS_END).strip().replaceAll(" +", " "))
                .collect(Collectors.toSet());

        assertEquals(there, listed);
    }
}
