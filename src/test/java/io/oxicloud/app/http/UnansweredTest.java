package io.oxicloud.app.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.rest.EdgeServer;
import jakarta.servlet.Servlet;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths of no servlet, and methods that the servlet of a path does not know, over the wire. */
class UnansweredTest {
    private static EdgeServer reading;
    private static EdgeServer nothing;

    @BeforeAll
    static void start() {
        Map<String, Servlet> health = Map.of("/health", new HealthServlet(List.of()), "", new HealthServlet(List.of()));
        reading = EdgeServer.start("/cloud", health, new GetOnlyFilter());
        nothing = EdgeServer.start("/cloud", Map.of("/", new NothingServlet()));
    }

    @AfterAll
    static void stop() {
        reading.close();
        nothing.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "COPY", "BREW"})
    void whatCanOnlyBeReadSaysSoToEveryOtherMethod(String method) {
        HttpResponse<String> response =
                reading.send(reading.request("/health").method(method, BodyPublishers.noBody()));

        assertEquals(405, response.statusCode());
        assertEquals(
                "GET, HEAD, OPTIONS", response.headers().firstValue("Allow").orElse(""));
        assertTrue(response.body().startsWith("405 Method Not Allowed"), response.body());
    }

    /** W-02: it asks above the mount point, too. */
    @ParameterizedTest
    @ValueSource(strings = {"/", "/health"})
    void windowsFindsNoFolderAndIsNotSentElsewhere(String path) {
        HttpResponse<String> response = reading.send(reading.request(path).method("PROPFIND", BodyPublishers.noBody()));

        assertEquals(404, response.statusCode());
        assertEquals("", response.headers().firstValue("Location").orElse(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
    void readingItGoesThrough(String method) {
        HttpResponse<String> response =
                reading.send(reading.request("/health").method(method, BodyPublishers.noBody()));

        assertEquals(200, response.statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT", "PROPFIND", "BREW"})
    void aPathOfNoServletIsOneLineOfText(String method) {
        HttpResponse<String> response =
                nothing.send(nothing.request("/nope/a").method(method, BodyPublishers.noBody()));

        assertEquals(404, response.statusCode());
        assertEquals(
                "text/plain;charset=UTF-8",
                response.headers().firstValue("Content-Type").orElse(""));
        assertEquals("404 Not Found: there is nothing at this address.\n", response.body());
    }
}
