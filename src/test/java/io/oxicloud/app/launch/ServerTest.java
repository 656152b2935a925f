package io.oxicloud.app.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The embedded server, with an application that refuses everything but {@code /health}. */
class ServerTest {
    private static final int THREADS = 4;
    private static final int LEFTOVER = 64 * 1024;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final Duration LONG = Duration.ofHours(1);
    private static final String WEB_XML = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0" metadata-complete="true">
              <absolute-ordering/>
            </web-app>
            """;

    private final List<Socket> sockets = new ArrayList<>();
    private final List<Server> servers = new ArrayList<>();
    private int port;

    @TempDir
    Path folder;

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        servers.forEach(Server::stop);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Content-Length: 1000000000000\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"})
    void bodiesThatNobodyWantsAndNobodySendsHoldNoThread(String body) throws Exception {
        start(LONG);
        for (int i = 0; i < 10 * THREADS; i++) {
            assertEquals("HTTP/1.1 401 ", answer(send("PUT /a HTTP/1.1\r\nHost: a\r\n" + body)));
        }

        assertEquals("HTTP/1.1 200 ", answer(send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")));
    }

    @Test
    void aBodyThatStopsIsGivenUpAfterAWhile() throws Exception {
        start(Duration.ofMillis(1));

        Socket socket = send("PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc");

        assertEquals("HTTP/1.1 401 ", answer(socket));
        assertEnds(socket);
    }

    @Test
    void aBodyThatDoesNotEndIsCutOff() throws Exception {
        start(LONG);
        Socket socket = send("PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\n");

        assertEquals("HTTP/1.1 401 ", answer(socket));
        assertThrows(SocketException.class, () -> {
            for (; ; ) {
                socket.getOutputStream().write(new byte[LEFTOVER]);
            }
        });
    }

    @Test
    void aClientThatSendsAllFirstSeesTheAnswerAndGoesOn() throws Exception {
        start(LONG);
        Socket socket =
                send("PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: " + LEFTOVER + "\r\n\r\n" + "x".repeat(LEFTOVER));
        assertEquals("HTTP/1.1 401 ", answer(socket));

        socket.getOutputStream().write("GET /health HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));

        assertEquals("HTTP/1.1 200 ", answer(socket));
    }

    @Test
    void whoAsksFirstIsNotAskedForTheBody() throws Exception {
        start(LONG);

        Socket socket =
                send("GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n");

        assertEquals("HTTP/1.1 200 ", answer(socket));
        assertEnds(socket);
    }

    @Test
    void whatTheApplicationReadsItselfIsItsOwnAffair() throws Exception {
        start(Duration.ofMillis(1));

        Socket socket = send("POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc");
        socket.getOutputStream().write("def".getBytes(US_ASCII));

        assertEquals("HTTP/1.1 206 ", answer(socket));
    }

    private void start(Duration leftoverTime) throws Exception {
        Path webapp = Files.createDirectories(folder.resolve("webapp/WEB-INF"));
        Files.writeString(webapp.resolve("web.xml"), WEB_XML);
        var endpoint = new Endpoint("127.0.0.1", InetAddress.getLoopbackAddress(), 0);
        var bounds = new Server.Bounds(THREADS, LEFTOVER, leftoverTime);
        var server = new Server(folder.resolve("data"), webapp, ClassIndex.of(webapp), endpoint, "", bounds);
        Tomcat.addServlet(server.application(), "refusing", new Refusing()).addMapping("/*");
        servers.add(server);
        server.start();
        port = server.port();
    }

    private Socket send(String text) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream().write(text.getBytes(US_ASCII));
        return socket;
    }

    /** The first line; the rest of the head and the body, which is empty, are read, too. */
    private static String answer(Socket socket) throws IOException {
        var lines = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (lines.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            assertTrue(next >= 0, () -> "the connection ended after: " + lines);
            lines.append((char) next);
        }
        return lines.substring(0, lines.indexOf("\r\n"));
    }

    private static void assertEnds(Socket socket) throws IOException {
        try (var rest = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            assertEquals(-1, rest.read());
        } catch (SocketException e) {
            assertTrue(String.valueOf(e.getMessage()).contains("reset"), e::toString);
        }
    }

    private static final class Refusing extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentLength(0);
            if (!request.getRequestURI().equals("/health")) {
                response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
            } else if (request.getMethod().equals("POST")) {
                int length = request.getInputStream().readAllBytes().length;
                response.setStatus(length == request.getContentLength() ? 206 : 500);
            }
        }
    }
}
