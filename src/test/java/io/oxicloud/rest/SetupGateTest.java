package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.account.SetupProof;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who counts as being at the server itself, by raw requests: decent clients do not let a Host header be set. */
class SetupGateTest {
    private static EdgeServer server;

    /** Says what the gate says. */
    private static final class Says extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private final transient SetupGate gate;

        Says(boolean boundToLoopback) {
            this.gate = new SetupGate(boundToLoopback);
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            boolean local = gate.proof(request, null) == SetupProof.Local.LOCAL;
            response.getWriter().write(local ? "local" : "token");
        }
    }

    @BeforeAll
    static void start() {
        server = EdgeServer.start("", Map.of("/bound", new Says(true), "/open", new Says(false)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String ask(String path, String headers) throws IOException {
        try (var socket = server.connect()) {
            String request =
                    "POST " + path + " HTTP/1.1\r\n" + headers + "Content-Length: 0\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.substring(answer.indexOf("\r\n\r\n") + 4).strip();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, ",
        "localhost:8080, ",
        "LOCALHOST, ",
        "127.0.0.1:8080, ",
        "127.8.9.1, ",
        "[::1]:8080, ",
        "localhost:8080, Origin: http://localhost:8080",
        "127.0.0.1, Origin: http://[::1]:8080"
    })
    void atTheServerItselfNoTokenIsNeeded(String host, String header) throws IOException {
        assertEquals("local", ask("/bound", lines(host, header)));
    }

    @ParameterizedTest
    @CsvSource({
        "attacker.example, ",
        "attacker.example:8080, ",
        "127.0.0.1.attacker.example, ",
        "localhost.attacker.example, ",
        "192.168.1.7, ",
        "localhost, X-Forwarded-For: 203.0.113.9",
        "localhost, x-forwarded-proto: https",
        "localhost, X-Forwarded-Anything: x",
        "localhost, Forwarded: for=203.0.113.9",
        "localhost, X-Real-IP: 203.0.113.9",
        "localhost, Via: 1.1 proxy",
        "localhost, Origin: http://attacker.example",
        "localhost, Origin: null",
        "localhost, Origin: http://localhost.attacker.example",
        "localhost, Origin: ]["
    })
    void everybodyElseNeedsTheToken(String host, String header) throws IOException {
        assertEquals("token", ask("/bound", lines(host, header)));
    }

    @Test
    void serverThatOthersCanReachTrustsNobodyForHisAddress() throws IOException {
        assertEquals("token", ask("/open", lines("localhost", null)));
    }

    private static String lines(String host, @org.jspecify.annotations.Nullable String header) {
        return "Host: " + host + "\r\n" + (header == null ? "" : header + "\r\n");
    }
}
