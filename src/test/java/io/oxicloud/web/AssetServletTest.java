package io.oxicloud.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.rest.EdgeServer;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AssetServletTest {
    private static final Path FOLDER = Path.of("src/main/webapp/assets");

    private static EdgeServer server;

    @BeforeAll
    static void start() {
        server = EdgeServer.start(
                "/some/context",
                Map.of(
                        "/assets/*",
                        new AssetServlet(),
                        "/.well-known/caldav",
                        new WellKnownServlet(),
                        "/.well-known/carddav",
                        new WellKnownServlet()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    @ParameterizedTest
    @CsvSource({
        "pages.css, text/css;charset=UTF-8",
        "pages.js, text/javascript;charset=UTF-8",
        "api.js, text/javascript;charset=UTF-8",
        "icon.svg, image/svg+xml"
    })
    void fileComesWithTypeTagAndWithoutSniffing(String name, String type) throws IOException {
        var response = server.get("/assets/" + name);

        assertEquals(200, response.statusCode());
        assertEquals(type, header(response, "Content-Type"));
        assertEquals("nosniff", header(response, "X-Content-Type-Options"));
        assertEquals("no-cache", header(response, "Cache-Control"));
        assertEquals(PageHeaders.POLICY, header(response, "Content-Security-Policy"));
        assertTrue(header(response, "ETag").matches("\"[\\w-]{22}\""));
        assertEquals(Files.readString(FOLDER.resolve(name)), response.body());
    }

    @Test
    void knownFileIsNotSentAgain() {
        String etag = header(server.get("/assets/pages.css"), "ETag");

        for (String known : new String[] {etag, "W/" + etag, "\"other\", " + etag, "*"}) {
            var response = server.send(server.request("/assets/pages.css").header("If-None-Match", known));
            assertEquals(304, response.statusCode(), known);
            assertEquals(etag, header(response, "ETag"));
        }
        assertEquals(
                200,
                server.send(server.request("/assets/pages.css").header("If-None-Match", "\"other\""))
                        .statusCode());
    }

    @Test
    void headIsAnsweredLikeGetWithoutBody() {
        var response =
                server.send(server.request("/assets/pages.css").method("HEAD", HttpRequest.BodyPublishers.noBody()));

        assertEquals(200, response.statusCode());
        assertFalse(header(response, "Content-Length").equals("0"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/assets/", "/assets/none.js", "/assets/%2e%2e/WEB-INF/web.xml", "/assets/..;/WEB-INF/web.xml",
                "/assets/WEB-INF/web.xml", "/assets/pages.css/", "/assets//pages.css", "/assets/pages%2ecss"
            })
    void nothingElseIsServed(String path) {
        int status = server.get(path).statusCode();

        assertTrue(status == 404 || status == 400, path + " answered " + status);
    }

    @Test
    void scriptsNeverMakeMarkupOfText() throws IOException {
        var forbidden = Pattern.compile("innerHTML|outerHTML|insertAdjacentHTML|document\\.write|eval\\(|new Function");
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                assertFalse(forbidden.matcher(Files.readString(file)).find(), file.toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PROPFIND", "OPTIONS"})
    void wellKnownAddressesLeadToTheServices(String method) {
        for (String service : new String[] {"caldav", "carddav"}) {
            var response = server.send(
                    server.request("/.well-known/" + service).method(method, HttpRequest.BodyPublishers.noBody()));

            assertEquals(301, response.statusCode());
            assertEquals("/some/context/" + service + "/", header(response, "Location"));
        }
    }
}
