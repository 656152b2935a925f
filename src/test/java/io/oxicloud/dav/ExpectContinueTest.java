package io.oxicloud.dav;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Who asks before he sends (RFC 9110 section 10.1.1) hears a refusal without having sent a byte, after which the connection
 * ends, for nobody knows whether the body comes all the same. Whoever may send is told so, once, and goes on afterwards.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExpectContinueTest {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final long QUOTA = 1_000;

    private final TestFiles files = new TestFiles(Engine.H2);
    private final ServedFiles served = new ServedFiles("/app", files);
    private final Actor.User annaUser = served.account("anna", QUOTA, false);
    private final Actor.User benUser = served.account("ben", null, false);
    private final DavClient anna = new DavClient(served.server, "/app", "anna");

    @AfterAll
    void close() {
        served.close();
    }

    @Test
    void aStrangerIsNotAskedForTheBody() throws IOException {
        assertRefused("401", "PUT", "/webdav/a", "", 5);
        assertRefused("401", "PUT", "/webdav/a", "Authorization: Basic %%%\r\n", 5);
        assertRefused("401", "PUT", "/webdav/a", as("anna", "wrong"), 5);
        assertRefused("401", "PROPFIND", "/webdav/a", "", 5);
    }

    @Test
    void whoMayOnlyReadIsNotAskedForTheBody() throws IOException {
        Node folder = files.tree.createFolder(annaUser, files.home(annaUser), "seen");
        files.write(annaUser, folder.id(), "a", "x");
        files.grant(benUser, folder, Role.VIEWER);
        String there = "/webdav/@drive/" + folder.drive() + "/seen/";

        assertRefused("403", "PUT", there + "new", ben(), 5);
        assertRefused("403", "PUT", there + "a", ben(), 5);
        assertRefused("403", "PATCH", there + "a", ben() + "X-Update-Range: append\r\n", 5);
        assertRefused("405", "POST", there + "a", ben(), 5);
    }

    @Test
    void aLockIsToldBeforeTheBody() throws IOException {
        anna.put("/webdav/locked", "x");
        String lock =
                "<lockinfo xmlns=\"DAV:\"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>";
        var locked = anna.send("LOCK", "/webdav/locked", BodyPublishers.ofString(lock));

        assertRefused("423", "PUT", "/webdav/locked", anna(), 5);
        assertRefused("412", "PUT", "/webdav/locked", anna() + "If: (<urn:uuid:other>)\r\n", 5);
        assertAsked("204", "/webdav/locked", "If: (" + DavClient.header(locked, "Lock-Token") + ")\r\n");
    }

    @Test
    void aFullDriveIsToldBeforeTheBody() throws IOException {
        assertRefused("507", "PUT", "/webdav/much", anna(), QUOTA + 1);
        assertRefused("507", "PUT", "/webdav/much", anna(), 1L << 40);
    }

    @Test
    void whoMaySendIsToldSoAndGoesOn() throws IOException {
        assertAsked("201", "/webdav/asked", "");
        assertAsked("204", "/webdav/asked", "");
        assertEquals("hello", anna.get("/webdav/asked").body());
    }

    private void assertRefused(String status, String method, String path, String lines, long length)
            throws IOException {
        try (Socket socket = connect()) {
            String expecting = lines + "Expect: 100-continue\r\nContent-Length: " + length + "\r\n";

            send(socket, method, path, expecting, "");

            String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            assertTrue(answer.startsWith("HTTP/1.1 " + status + ' '), answer);
            assertTrue(answer.toLowerCase(java.util.Locale.ROOT).contains("\r\nconnection: close\r\n"), answer);
        }
        try (Socket socket = connect()) {
            String expecting = lines + "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n";

            send(socket, method, path, expecting + "X-Expected-Entity-Length: " + length + "\r\n", "");

            String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            assertTrue(answer.startsWith("HTTP/1.1 " + status + ' '), answer);
        }
    }

    private void assertAsked(String status, String path, String lines) throws IOException {
        try (Socket socket = connect()) {
            send(socket, "PUT", path, anna() + lines + "Expect: 100-continue\r\nContent-Length: 5\r\n", "");
            assertEquals("HTTP/1.1 100 ", head(socket).lines().findFirst().orElseThrow());

            socket.getOutputStream().write("hello".getBytes(ISO_8859_1));
            String answer = head(socket);
            send(socket, "HEAD", path, anna(), "");

            assertTrue(answer.startsWith("HTTP/1.1 " + status + ' '), answer);
            assertTrue(head(socket).startsWith("HTTP/1.1 200 "));
        }
    }

    private Socket connect() throws IOException {
        Socket socket = served.server.connect();
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private static void send(Socket socket, String method, String path, String lines, String body) throws IOException {
        String request = method + " /app" + path + " HTTP/1.1\r\nHost: x\r\n" + lines + "\r\n" + body;
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
    }

    private static String head(Socket socket) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            assertTrue(next >= 0, () -> "the connection ended after: " + head);
            head.append((char) next);
        }
        return head.toString();
    }

    private static String anna() {
        return as("anna", ServedFiles.PASSWORD);
    }

    private static String ben() {
        return as("ben", ServedFiles.PASSWORD);
    }

    private static String as(String user, String password) {
        return "Authorization: Basic "
                + Base64.getEncoder().encodeToString((user + ':' + password).getBytes(ISO_8859_1)) + "\r\n";
    }
}
