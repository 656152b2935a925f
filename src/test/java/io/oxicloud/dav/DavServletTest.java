package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.db.Engine;
import io.oxicloud.files.TestFiles;
import io.oxicloud.rest.EdgeServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The edge over real HTTP: embedded Tomcat, below a context path, with everything real beneath. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DavServletTest {
    private static final String PASSWORD = ServedFiles.PASSWORD;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ServedFiles served = new ServedFiles("/app", new TestFiles(Engine.H2));
    private final TestFiles files = served.files;
    private final EdgeServer server = served.server;
    private Actor.User anna = account("anna", false);
    private int folders;
    private String folder = "";

    @AfterAll
    void close() {
        served.close();
    }

    @BeforeAll
    void addOthers() {
        account("ben", false);
        account("guest", true);
    }

    @BeforeEach
    void freshFolder() throws Exception {
        folder = "/webdav/t" + folders++;
        assertEquals(201, send("MKCOL", folder).statusCode());
    }

    // W-07
    @ParameterizedTest
    @ValueSource(strings = {"/webdav", "/webdav/", "/webdav/folder/file", "/"})
    void optionsNeedNoSignIn(String path) throws Exception {
        for (String agent : new String[] {"DavClnt", "Microsoft-WebDAV-MiniRedir/10.0.22631"}) {
            var answer = client.send(
                    HttpRequest.newBuilder(server.uri(path))
                            .setHeader("User-Agent", agent)
                            .method("OPTIONS", BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());

            assertEquals(200, answer.statusCode());
            assertEquals("", answer.body());
            assertTrue(header(answer, "Allow").startsWith("OPTIONS, GET, HEAD, PUT, "), header(answer, "Allow"));
            assertTrue(header(answer, "Allow").contains("COPY, MOVE, LOCK, UNLOCK"), header(answer, "Allow"));
            assertEquals("1, 2, 3, extended-mkcol, sabredav-partialupdate", header(answer, "DAV"));
            assertEquals("DAV", header(answer, "MS-Author-Via"));
        }
    }

    // W-43
    @Test
    void theRootIsAFolderToWhoIsSignedIn() throws Exception {
        var stranger = client.send(
                HttpRequest.newBuilder(server.uri("/"))
                        .method("PROPFIND", BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
        var root = send("PROPFIND", "/", "Depth", "0");

        assertEquals(401, stranger.statusCode());
        assertEquals(207, root.statusCode());
        assertTrue(root.body().contains("<D:href>/app/</D:href>"), root.body());
        assertTrue(root.body().contains("<D:collection/>"), root.body());
        assertEquals(404, send("GET", "/").statusCode());
    }

    @Test
    void whatIsAllowedDependsOnWhatIsThere() throws Exception {
        put(folder + "/file", "x");

        assertFalse(header(send("OPTIONS", "/webdav/@drive/"), "Allow").contains("PUT"));
        assertFalse(header(put(folder, "x"), "Allow").contains("PUT"));
        assertTrue(header(put(folder, "x"), "Allow").contains("GET, HEAD"));
        assertTrue(header(put(folder, "x"), "Allow").contains("DELETE"));
        assertFalse(header(send("MKCOL", folder + "/file"), "Allow").contains("MKCOL"));
        assertTrue(header(send("MKCOL", folder + "/file"), "Allow").contains("PUT"));
        assertTrue(header(send("FOOBAR", folder + "/none"), "Allow").contains("MKCOL"));
    }

    @Test
    void allElseAsksForBasicInUtf8() throws Exception {
        for (String authorization : new String[] {"", "Basic !", "Digest username=\"anna\"", basic("anna", "wrong")}) {
            var answer = client.send(
                    HttpRequest.newBuilder(server.uri(folder))
                            .setHeader("Authorization", authorization)
                            .build(),
                    BodyHandlers.ofString());

            assertEquals(401, answer.statusCode(), authorization);
            assertEquals("Basic realm=\"OxiCloud\", charset=\"UTF-8\"", header(answer, "WWW-Authenticate"));
        }
    }

    @Test
    void guestsAreRefused() throws Exception {
        assertEquals(
                403,
                send("GET", "/webdav/", "Authorization", basic("guest", PASSWORD))
                        .statusCode());
    }

    @Test
    void whatIsPutComesBack() throws Exception {
        var put = put(folder + "/notes.txt", "hello");

        var got = send("GET", folder + "/notes.txt");
        assertEquals(201, put.statusCode());
        assertEquals(200, got.statusCode());
        assertEquals("hello", got.body());
        assertEquals(header(put, "ETag"), header(got, "ETag"));
        assertTrue(header(got, "ETag").matches("\"[0-9a-f]{16}-\\d+\""));
        assertEquals("Sun, 01 Mar 2026 10:00:00 GMT", header(got, "Last-Modified"));
        assertEquals("5", header(got, "Content-Length"));
        assertEquals("bytes", header(got, "Accept-Ranges"));
        assertEquals("text/plain", header(got, "Content-Type"));
        assertEquals(204, put(folder + "/notes.txt", "again").statusCode());
        assertEquals("again", send("GET", folder + "/notes.txt").body());
    }

    @Test
    void headIsGetWithoutABody() throws Exception {
        put(folder + "/a", "hello");

        var head = send("HEAD", folder + "/a", "Range", "bytes=0-1");

        assertEquals(200, head.statusCode());
        assertEquals("5", header(head, "Content-Length"));
        assertEquals(header(send("GET", folder + "/a"), "ETag"), header(head, "ETag"));
        assertEquals("", head.body());
        assertEquals(404, send("HEAD", folder + "/missing").statusCode());
    }

    @Test
    void aFolderIsNamedInBothSpellings() throws Exception {
        assertEquals(200, send("HEAD", folder).statusCode());
        assertEquals(200, send("HEAD", folder + "/").statusCode());
        assertEquals(201, send("MKCOL", folder + "/a/").statusCode());
        assertEquals(405, send("MKCOL", folder + "/a").statusCode());
        assertEquals(204, send("DELETE", folder + "/a").statusCode());
        assertEquals(404, send("GET", folder + "/a/").statusCode());
    }

    @Test
    void conditionsAreKept() throws Exception {
        String etag = header(put(folder + "/a", "one"), "ETag");

        assertEquals(
                304,
                send("GET", folder + "/a", "If-None-Match", "\"x\", W/" + etag).statusCode());
        assertEquals(304, send("GET", folder + "/a", "If-None-Match", "*").statusCode());
        assertEquals(200, send("GET", folder + "/a", "If-None-Match", "\"x\"").statusCode());
        assertEquals(412, send("GET", folder + "/a", "If-Match", "\"x\"").statusCode());
        assertEquals(412, put(folder + "/a", "two", "If-None-Match", "*").statusCode());
        assertEquals(412, put(folder + "/a", "two", "If-Match", "W/" + etag).statusCode());
        assertEquals(412, put(folder + "/new", "two", "If-Match", "*").statusCode());
        assertEquals(412, send("DELETE", folder + "/a", "If-Match", "\"x\"").statusCode());
        assertEquals(
                412,
                send("DELETE", folder + "/a", "If", "(<opaquelocktoken:x>)").statusCode());
        assertEquals("one", send("GET", folder + "/a").body());
        assertEquals(
                204, put(folder + "/a", "two", "If-Match", "\"x\", " + etag).statusCode());
        assertEquals(201, put(folder + "/new", "two", "If-None-Match", "*").statusCode());
    }

    @Test
    void aPutThatCannotBeIsRefused() throws Exception {
        put(folder + "/file", "x");

        assertEquals(409, put(folder + "/no/parent", "x").statusCode());
        assertEquals(409, put(folder + "/file/child", "x").statusCode());
        assertEquals(405, put(folder, "x").statusCode());
        assertEquals(405, put("/webdav", "x").statusCode());
        assertEquals(405, put("/webdav/", "x").statusCode());
        assertEquals(400, put(folder + "/slash/", "x").statusCode());
        assertEquals(
                400, put(folder + "/part", "x", "Content-Range", "bytes 0-0/1").statusCode());
        assertEquals(400, put(folder + "/" + "x".repeat(256), "x").statusCode());
        assertEquals(404, send("GET", folder + "/part").statusCode());
    }

    @Test
    void aMkcolThatCannotBeIsRefused() throws Exception {
        put(folder + "/file", "x");

        assertEquals(405, send("MKCOL", folder).statusCode());
        assertEquals(405, send("MKCOL", folder + "/file").statusCode());
        assertEquals(405, send("MKCOL", "/webdav/").statusCode());
        assertEquals(409, send("MKCOL", folder + "/no/parent").statusCode());
        assertEquals(409, send("MKCOL", folder + "/file/child").statusCode());
        assertEquals(
                415,
                request("MKCOL", folder + "/body", BodyPublishers.ofString("<x/>"))
                        .statusCode());
    }

    @Test
    void deleteTakesAFolderWithAllThatLiesInIt() throws Exception {
        put(folder + "/a", "x");

        assertEquals(400, send("DELETE", folder, "Depth", "0").statusCode());
        assertEquals(204, send("DELETE", folder, "Depth", "infinity").statusCode());

        assertEquals(404, send("GET", folder + "/a").statusCode());
        assertEquals(404, send("DELETE", folder).statusCode());
        assertEquals(403, send("DELETE", "/webdav/").statusCode());
    }

    @Test
    void othersFindNothing() throws Exception {
        put(folder + "/a", "secret");
        String ben = basic("ben", PASSWORD);
        String home = "/webdav/@drive/" + files.drives.readable(anna).get(0).id();

        assertEquals(404, send("GET", folder + "/a", "Authorization", ben).statusCode());
        assertEquals(404, send("GET", home + "/", "Authorization", ben).statusCode());
        assertEquals(404, put(home + "/a", "x", "Authorization", ben).statusCode());
        assertEquals(404, send("DELETE", home + "/a", "Authorization", ben).statusCode());
    }

    @Test
    void aDriveIsSelectedByIdOrName() throws Exception {
        var drive = files.drive(anna, "Team ä");

        assertEquals(201, put("/webdav/@drive/Team%20%C3%A4/a;b+c%25.txt", "x").statusCode());
        assertEquals(
                "x",
                send("GET", "/webdav/@drive/" + drive + "/a%3Bb%2Bc%25.txt").body());
        assertEquals(404, send("GET", "/webdav/@drive/Nobody/").statusCode());
        assertEquals(405, send("GET", "/webdav/@drive/").statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "FOOBAR"})
    void otherMethodsAreRefusedWithAList(String method) throws Exception {
        var answer = send(method, folder);

        assertEquals(405, answer.statusCode());
        assertTrue(header(answer, "Allow").contains("OPTIONS, GET, HEAD, PUT"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/webdav/..%2F..%2Fapi", "/webdav/%c0%ae", "/webdav/a%00", "/webdav/..;/x", "/webdav/..;x=y/ben"
            })
    void noPathLeadsOut(String path) throws Exception {
        int status = status("GET /app" + path + " HTTP/1.1");

        assertTrue(status == 400 || status == 404, path + " " + status);
    }

    @Test
    void aChunkedBodyNeedsNoLength() throws Exception {
        byte[] large = new byte[5 << 20];
        new Random(11).nextBytes(large);

        var put =
                request("PUT", folder + "/large", BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)));
        var got = client.send(builder(folder + "/large").build(), BodyHandlers.ofByteArray());
        var part = client.send(
                builder(folder + "/large")
                        .header("Range", "bytes=1000000-3000000")
                        .build(),
                BodyHandlers.ofByteArray());

        assertEquals(201, put.statusCode());
        assertTrue(Arrays.equals(large, got.body()));
        assertTrue(Arrays.equals(Arrays.copyOfRange(large, 1_000_000, 3_000_001), part.body()));
    }

    @Test
    void aBodyThatBreaksOffLeavesNothing() throws Exception {
        try (Socket socket = server.connect()) {
            socket.getOutputStream()
                    .write(("PUT /app" + folder + "/half HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nAuthorization: "
                                    + basic("anna", PASSWORD) + "\r\n\r\nhalf")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        }

        assertEquals(404, send("GET", folder + "/half").statusCode());
    }

    /** More than the sockets between us can hold, so that most of it is still to be read when it is gone. */
    @Test
    void anAnswerThatFailsMidwayNeverLooksComplete() throws Exception {
        byte[] large = new byte[24 << 20];
        new Random(12).nextBytes(large);
        var others = files.memory.names();
        request("PUT", folder + "/large", BodyPublishers.ofByteArray(large));

        var answer = client.send(builder(folder + "/large").build(), BodyHandlers.ofInputStream());
        files.memory.names().stream().filter(name -> !others.contains(name)).forEach(files.memory::delete);

        assertEquals(200, answer.statusCode());
        assertThrows(IOException.class, () -> answer.body().readAllBytes());
    }

    private Actor.User account(String name, boolean external) {
        return served.account(name, null, external);
    }

    private int status(String requestLine) throws IOException {
        try (Socket socket = server.connect()) {
            socket.getOutputStream()
                    .write((requestLine + "\r\nHost: x\r\nConnection: close\r\nAuthorization: "
                                    + basic("anna", PASSWORD) + "\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return Integer.parseInt(answer.substring(9, 12));
        }
    }

    private HttpResponse<String> put(String path, String body, String... headers) throws Exception {
        return request("PUT", path, BodyPublishers.ofString(body), headers);
    }

    private HttpResponse<String> send(String method, String path, String... headers) throws Exception {
        return request(method, path, BodyPublishers.noBody(), headers);
    }

    private HttpResponse<String> request(String method, String path, HttpRequest.BodyPublisher body, String... headers)
            throws Exception {
        HttpRequest.Builder builder = builder(path).method(method, body);
        for (int i = 0; i < headers.length; i += 2) {
            builder.setHeader(headers[i], headers[i + 1]);
        }
        return client.send(builder.build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder builder(String path) {
        return HttpRequest.newBuilder(server.uri(path)).setHeader("Authorization", basic("anna", PASSWORD));
    }

    private static String basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }
}
