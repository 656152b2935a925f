package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.WriteLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PUT over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PutMethodTest {
    private static final long LONGEST = 8 << 20;

    private final ServedFiles served =
            new ServedFiles("/app", new TestFiles(Engine.H2, new WriteLimits(LONGEST, () -> Long.MAX_VALUE)));
    private final DavClient anna = new DavClient(served.server, "/app", "anna");
    private final Actor.User user = served.account("anna", null, false);
    private int folders;
    private String folder = "";

    @AfterAll
    void close() {
        served.close();
    }

    @BeforeEach
    void freshFolder() {
        folder = "/webdav/t" + folders++;
        assertEquals(201, anna.send("MKCOL", folder).statusCode());
    }

    // W-15
    @Test
    void theFinderFillsAnEmptyFileInChunks() {
        byte[] bytes = new byte[4 << 20];
        new Random(15).nextBytes(bytes);

        var empty = anna.put(folder + "/photo.png", "");
        var filled = anna.send(
                "PUT", folder + "/photo.png", DavClient.chunked(bytes), "X-Expected-Entity-Length", "4194304");

        assertEquals(201, empty.statusCode());
        assertEquals(204, filled.statusCode());
        assertEquals("4194304", header(anna.send("HEAD", folder + "/photo.png"), "Content-Length"));
        assertEquals(
                new String(bytes, StandardCharsets.ISO_8859_1),
                anna.get(folder + "/photo.png").body());
    }

    // W-15
    @Test
    void whatTheFinderExpectsIsAGuess() {
        String header = "X-Expected-Entity-Length";

        assertEquals(
                201,
                anna.send("PUT", folder + "/a", DavClient.chunked(new byte[10]), header, "3")
                        .statusCode());
        assertEquals(
                201,
                anna.send("PUT", folder + "/b", DavClient.chunked(new byte[10]), header, "-")
                        .statusCode());
        assertEquals(
                413,
                anna.send("PUT", folder + "/c", DavClient.chunked(new byte[10]), header, Long.toString(LONGEST + 1))
                        .statusCode());
        assertEquals("10", header(anna.send("HEAD", folder + "/a"), "Content-Length"));
        assertEquals(404, anna.get(folder + "/c").statusCode());
    }

    // W-17
    @Test
    void theFinderWritesItsSidecars() {
        assertEquals(404, anna.send("HEAD", folder + "/._photo.png").statusCode());
        assertEquals(201, anna.put(folder + "/._photo.png", "x".repeat(4096)).statusCode());
        assertEquals(201, anna.put(folder + "/.DS_Store", "x").statusCode());
    }

    // W-20
    @ParameterizedTest
    @CsvSource({
        "100%25.txt, 100%.txt",
        "%2525.txt, %25.txt",
        "_%25_du, _%_du",
        "a%2Bb.txt, a+b.txt",
        "a+b.txt, a+b.txt",
        "a%20b.txt, a b.txt",
        "a;b=c, a;b=c",
        "%23%3F%3A%2A%3C%3E%7C, '#?:*<>|'"
    })
    void aNameIsDecodedOnce(String path, String name) {
        assertEquals(201, anna.put(folder + "/" + path, path).statusCode());

        assertEquals(List.of(name), names());
        assertEquals(path, anna.get(folder + "/" + path).body());
    }

    // W-20
    @Test
    void aPlusIsAPlusInBothSpellings() {
        assertEquals(201, anna.put(folder + "/a+b.txt", "one").statusCode());
        assertEquals(204, anna.put(folder + "/a%2Bb.txt", "two").statusCode());

        assertEquals("two", anna.get(folder + "/a+b.txt").body());
    }

    // W-23
    @Test
    void bothFormsOfAnUmlautAreOneFile() {
        assertEquals(201, anna.put(folder + "/%C3%9Cbung.txt", "one").statusCode());

        assertEquals("one", anna.get(folder + "/U%CC%88bung.txt").body());
        assertEquals(204, anna.put(folder + "/U%CC%88bung.txt", "two").statusCode());
        assertEquals("two", anna.get(folder + "/%C3%9Cbung.txt").body());
        assertEquals(List.of("\u00DCbung.txt"), names());
    }

    // W-34
    @ParameterizedTest
    @ValueSource(strings = {"bytes 3-5/6", "bytes 0-2/*", "nonsense"})
    void aPartIsNotTakenForTheWhole(String range) {
        anna.put(folder + "/file", "foobar");

        assertEquals(
                400, anna.put(folder + "/file", "bar", "Content-Range", range).statusCode());
        assertEquals("foobar", anna.get(folder + "/file").body());
    }

    // W-28
    @Test
    void aFolderIsNotWrittenOver() {
        for (String path : List.of(folder, folder + "/", "/webdav/", "/webdav")) {
            assertEquals(405, anna.put(path, "x").statusCode(), path);
        }
        assertEquals(400, anna.put(folder + "/new/", "x").statusCode());
        assertEquals(409, anna.put(folder + "/missing/x.txt", "x").statusCode());
    }

    @Test
    void theTimeOfTheFileComesAlong() {
        var put = anna.put(folder + "/a", "x", "X-OC-Mtime", "1405659156.5");
        var got = anna.get(folder + "/a");

        assertEquals(201, put.statusCode());
        assertEquals("accepted", header(put, "X-OC-MTime"));
        assertEquals("Fri, 18 Jul 2014 04:52:36 GMT", header(got, "Last-Modified"));
        assertEquals(header(put, "ETag"), header(got, "ETag"));
        assertEquals(Instant.parse("2014-07-18T04:52:36.5Z"), file("a").modified());
        assertEquals(204, anna.put(folder + "/a", "y").statusCode());
        assertEquals(served.files.clock.instant(), file("a").modified());
    }

    @Test
    void aTimeThatIsNoneChangesNothing() {
        anna.put(folder + "/a", "x");

        var put = anna.put(folder + "/a", "y", "X-OC-Mtime", "yesterday");

        assertEquals(400, put.statusCode());
        assertEquals("", header(put, "X-OC-MTime"));
        assertEquals("x", anna.get(folder + "/a").body());
    }

    @Test
    void theTypeIsTheClientsUnlessItSaysNothing() {
        anna.put(folder + "/a.txt", "x", "Content-Type", "text/markdown; charset=utf-8");
        anna.put(folder + "/b.png", "x", "Content-Type", "application/octet-stream");
        anna.put(folder + "/c.png", "x");

        assertEquals("text/markdown; charset=utf-8", file("a.txt").mediaType());
        assertEquals("image/png", file("b.png").mediaType());
        assertEquals("image/png", file("c.png").mediaType());
        anna.put(folder + "/a.txt", "y");
        assertEquals("text/plain", file("a.txt").mediaType());
    }

    @Test
    void anOverwriteIsTheSameFile() {
        anna.put(folder + "/a", "x");
        Node before = file("a");

        anna.put(folder + "/a", "y");

        assertEquals(before.id(), file("a").id());
        assertEquals(before.created(), file("a").created());
    }

    @Test
    void whoWaitsForLeaveIsRefusedBeforeHeSends() throws IOException {
        anna.send("MKCOL", folder + "/folder");
        anna.put(folder + "/a", "x");
        String expecting = "Expect: 100-continue\r\nContent-Length: ";

        assertRefused("413", folder + "/big", expecting + (LONGEST + 1) + "\r\n");
        assertRefused("412", folder + "/a", "If-None-Match: *\r\n" + expecting + "5\r\n");
        assertRefused("405", folder + "/folder", expecting + "5\r\n");
        assertRefused("409", folder + "/missing/a", expecting + "5\r\n");
        assertRefused("400", folder + "/a", "X-OC-Mtime: x\r\n" + expecting + "5\r\n");
        served.account("ben", 100L, false);
        assertRefused(new DavClient(served.server, "/app", "ben"), "507", "/webdav/b", expecting + "101\r\n");
    }

    private void assertRefused(String status, String path, String lines) throws IOException {
        assertRefused(anna, status, path, lines);
    }

    private static void assertRefused(DavClient client, String status, String path, String lines) throws IOException {
        String answer = client.raw("PUT", path, lines);

        assertTrue(answer.startsWith("HTTP/1.1 " + status + ' '), answer);
    }

    /** What lies in the folder at this path. */
    private Node file(String... path) {
        List<String> names = Stream.concat(Stream.of(folder.substring("/webdav/".length())), Stream.of(path))
                .toList();
        return served.files.tree.resolve(
                user, served.files.drives.readable(user).get(0).id(), names);
    }

    private List<String> names() {
        return served.files.tree.children(user, file().id(), null, 100).items().stream()
                .map(Node::name)
                .toList();
    }
}
