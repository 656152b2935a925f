package io.oxicloud.app.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Ids;
import io.oxicloud.rest.EdgeServer;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

/** What stands around every request, over the wire. */
class StandingFiltersTest {
    private static EdgeServer server;

    @BeforeAll
    static void start() {
        Map<String, Servlet> servlets = Map.of("/echo", new Echo(), "/fail/*", new Fail());
        server = EdgeServer.start(
                "/cloud",
                servlets,
                new RequestIdFilter(new Ids(Clock.systemUTC(), new SecureRandom())),
                new AccessLogFilter(),
                new SecurityHeadersFilter(),
                new LastResortFilter());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aPlainRequestIdIsKeptAndReachesTheLog() {
        HttpResponse<String> response = server.send(server.request("/echo").header("X-Request-Id", "proxy.1234-x_"));

        assertEquals("proxy.1234-x_", header(response, "X-Request-Id"));
        assertEquals("proxy.1234-x_", response.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "with blank in it", "<script>alert(1)</script>", "1234567890/%0a"})
    void aRequestIdThatIsNoPlainWordIsReplaced(String sent) {
        HttpResponse<String> response = server.send(server.request("/echo").header("X-Request-Id", sent));

        assertFalse(header(response, "X-Request-Id").contains(sent));
        assertEquals(header(response, "X-Request-Id"), response.body());
    }

    @Test
    void everyAnswerTellsTheBrowserWhatItMayNotDo() {
        for (String path : new String[] {"/echo", "/fail/early"}) {
            HttpResponse<String> response = server.get(path);

            assertEquals("nosniff", header(response, "X-Content-Type-Options"), path);
            assertEquals("DENY", header(response, "X-Frame-Options"), path);
            assertEquals("strict-origin-when-cross-origin", header(response, "Referrer-Policy"), path);
            assertEquals("camera=(), microphone=(), geolocation=()", header(response, "Permissions-Policy"), path);
            assertTrue(header(response, "Content-Security-Policy").startsWith("default-src 'none'"), path);
        }
    }

    @Test
    void aFaultIsMaskedAndNamesItsRequest() {
        HttpResponse<String> response =
                server.send(server.request("/fail/early").header("X-Request-Id", "request-77"));

        assertEquals(500, response.statusCode());
        assertEquals("application/json", header(response, "Content-Type").replaceFirst(";.*", ""));
        assertTrue(response.body().contains("request-77"), response.body());
        assertFalse(response.body().contains("secret detail"), response.body());
    }

    @Test
    void anAnswerThatHasBegunIsCutOffAndNeverLooksWhole() {
        assertThrows(UncheckedIOException.class, () -> server.get("/fail/late"));
    }

    @ParameterizedTest
    @CsvSource({
        "/webdav/Private/letter.txt, /webdav/…",
        "/webdav/, /webdav/",
        "/api/auth/login, /api/auth/…",
        "/api/setup, /api/setup",
        "/ready, /ready",
        "/, /"
    })
    void theAccessLineNamesNoFile(String path, String logged) {
        assertEquals(logged, AccessLogFilter.area(path));
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private static final class Echo extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().write(String.valueOf(MDC.get(RequestIdFilter.KEY)));
        }
    }

    private static final class Fail extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            if ("/late".equals(request.getPathInfo())) {
                response.setContentLength(1_000);
                response.getWriter().write("the beginning");
                response.flushBuffer();
            }
            throw new ServletException("secret detail");
        }
    }
}
