package io.oxicloud.app.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.app.settings.AddressBlocks;
import io.oxicloud.rest.EdgeServer;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustedProxyFilterTest {
    private static EdgeServer trusting;
    private static EdgeServer wary;

    @BeforeAll
    static void start() {
        trusting = EdgeServer.start(
                "", Map.of("/", new Echo()), new TrustedProxyFilter(AddressBlocks.parse("127.0.0.0/8, 10.0.0.0/8")));
        wary = EdgeServer.start("", Map.of("/", new Echo()), new TrustedProxyFilter(AddressBlocks.parse("10.0.0.0/8")));
    }

    @AfterAll
    static void stop() {
        trusting.close();
        wary.close();
    }

    /** A proxy passes on what its client says. */
    @Test
    void noHeaderIsTooLongToBeRead() {
        assertEquals("127.0.0.1 http 127.0.0.1", ask(trusting, "Forwarded: for=\"" + "a".repeat(6_000) + "\""));
        assertEquals("127.0.0.1 http 127.0.0.1", ask(trusting, "Forwarded: for=\"" + "\\a".repeat(3_000)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Forwarded-For: 203.0.113.9 | 203.0.113.9",
                "X-Forwarded-For: 203.0.113.9, 10.1.1.1 | 203.0.113.9",
                "X-Forwarded-For: 198.51.100.1, 203.0.113.9, 10.1.1.1 | 203.0.113.9",
                "X-Forwarded-For: 10.1.1.2, 10.1.1.1 | 10.1.1.2",
                "X-Forwarded-For: 203.0.113.9:4711 | 203.0.113.9",
                "X-Forwarded-For: [2001:db8::1]:4711 | 2001:db8::1",
                "X-Forwarded-For: 2001:db8::1 | 2001:db8::1",
                "X-Forwarded-For: unknown | 127.0.0.1",
                "X-Forwarded-For: evil.example.org | 127.0.0.1",
                "X-Forwarded-For: 999.1.1.1 | 127.0.0.1",
                "X-Forwarded-For: :::: | 127.0.0.1",
                "Forwarded: , | 127.0.0.1",
                "Forwarded: for=203.0.113.9 | 203.0.113.9",
                "Forwarded: for=\"[2001:db8::1]:4711\";proto=http | 2001:db8::1",
                "Forwarded: for=198.51.100.1, for=203.0.113.9;by=10.0.0.1 | 203.0.113.9",
                "Forwarded: for=_hidden | 127.0.0.1"
            })
    void theClientIsTheNearestAddressThatIsNoProxyOfOurs(String header, String client) {
        assertEquals(client + " http 127.0.0.1", ask(trusting, header));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Forwarded-Proto: https | 127.0.0.1 https 127.0.0.1",
                "X-Forwarded-Proto: gopher | 127.0.0.1 http 127.0.0.1",
                "X-Forwarded-Host: cloud.example.org | 127.0.0.1 http cloud.example.org",
                "X-Forwarded-Host: cloud.example.org:8443 | 127.0.0.1 http cloud.example.org:8443",
                "X-Forwarded-Host: [2001:db8::1]:8443 | 127.0.0.1 http [2001:db8::1]:8443",
                "X-Forwarded-Port: 8443 | 127.0.0.1 http 127.0.0.1:8443",
                "X-Forwarded-Port: 99999 | 127.0.0.1 http 127.0.0.1",
                "X-Forwarded-Port: 0x50 | 127.0.0.1 http 127.0.0.1",
                "X-Forwarded-Host: a/b | 127.0.0.1 http 127.0.0.1",
                "Forwarded: proto=https;host=\"cloud.example.org\" | 127.0.0.1 https cloud.example.org"
            })
    void schemeAndHostAreThoseOfTheClient(String header, String seen) {
        assertEquals(seen, ask(trusting, header));
    }

    @Test
    void forwardedIsIgnoredBesideTheHeaderThatTheProxyMaintains() {
        String seen = trusting.send(trusting.request("/")
                        .header("X-Forwarded-For", "203.0.113.9")
                        .header("Forwarded", "for=198.51.100.1;proto=https"))
                .body();

        assertEquals("203.0.113.9 http 127.0.0.1", withoutPort(trusting, seen));
    }

    @Test
    void nobodyElseIsBelieved() {
        String seen = wary.send(wary.request("/")
                        .header("X-Forwarded-For", "203.0.113.9")
                        .header("X-Forwarded-Proto", "https")
                        .header("X-Forwarded-Host", "evil.example.org"))
                .body();

        assertEquals("127.0.0.1 http 127.0.0.1", withoutPort(wary, seen));
    }

    private static String ask(EdgeServer server, String header) {
        String[] parts = header.split(": ", 2);
        return withoutPort(
                server,
                server.send(server.request("/").header(parts[0], parts[1])).body());
    }

    private static String withoutPort(EdgeServer server, String seen) {
        return seen.replace(":" + server.port(), "");
    }

    private static final class Echo extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String[] url = request.getRequestURL().toString().split("/", -1);
            response.getWriter().write(request.getRemoteAddr() + " " + request.getScheme() + " " + url[2]);
        }
    }
}
