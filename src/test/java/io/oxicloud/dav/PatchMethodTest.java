package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.WriteLimits;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PATCH over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PatchMethodTest {
    private static final String SABRE = "application/x-sabredav-partialupdate";
    private static final long LONGEST = 1_000;

    private final ServedFiles served =
            new ServedFiles("/app", new TestFiles(Engine.H2, new WriteLimits(LONGEST, () -> Long.MAX_VALUE)));
    private final DavClient anna = new DavClient(served.server, "/app", "anna");
    private final Actor.User user = served.account("anna", null, false);
    private int files;
    private String file = "";

    @AfterAll
    void close() {
        served.close();
    }

    @BeforeAll
    void addOthers() {
        served.account("ben", 10L, false);
    }

    @BeforeEach
    void freshFile() {
        file = "/webdav/file" + files++;
        assertEquals(201, anna.put(file, "1234567890").statusCode());
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-3, ----567890, bytes 0-9/10",
        "bytes=6-9, 123456----, bytes 6-9/10",
        "BYTES = 2 - 5, 12----7890, bytes 2-9/10",
        "append, 1234567890----, bytes 10-13/14",
        "Append, 1234567890----, bytes 10-13/14"
    })
    void bytesGoOverOthersOrToTheEnd(String range, String content, String contentRange) {
        var patched = patch("----", "X-Update-Range", range);

        assertEquals(204, patched.statusCode());
        assertEquals(contentRange, header(patched, "Content-Range"));
        var got = anna.get(file);
        assertEquals(content, got.body());
        assertEquals(header(got, "ETag"), header(patched, "ETag"));
    }

    /** The table of SabreDAV's own page, and its edges. */
    @ParameterizedTest
    @CsvSource({
        "bytes=0-3, 204, ----567890",
        "bytes=1-4, 204, 1----67890",
        "bytes=0-, 204, ----567890",
        "bytes=-4, 204, 123456----",
        "bytes=-2, 204, 12345678----",
        "bytes=2-, 204, 12----7890",
        "bytes=12-, 204, 1234567890..----",
        "bytes=8-11, 204, 12345678----",
        "bytes=12-15, 204, 1234567890..----",
        "append, 204, 1234567890----",
        "bytes=-0, 204, 1234567890----",
        "bytes=-11, 416, 1234567890",
        "bytes=0-4, 416, 1234567890",
        "bytes=5-4, 416, 1234567890",
        "bytes=99999999999999999999-, 413, 1234567890",
        "bytes=1-2-3, 400, 1234567890",
        "items=1-2, 400, 1234567890",
        "'', 400, 1234567890"
    })
    void inTheDialectOfSabreDavAnEditMayLeaveTheFile(String range, int status, String content) {
        var patched = patch("----", "X-Update-Range", range, "Content-Type", SABRE + "; charset=x");

        assertEquals(status, patched.statusCode());
        assertEquals(content, anna.get(file).body().replace('\0', '.'));
    }

    @ParameterizedTest
    @CsvSource({
        "400, ''",
        "400, 'X-Update-Range, bytes'",
        "400, 'X-Update-Range, bytes=5-2'",
        "400, 'X-Update-Range, bytes=2-'",
        "400, 'X-Update-Range, bytes=-4'",
        "400, 'X-Update-Range, bytes=0-2'",
        "400, 'X-Update-Range, bytes=0-3, Content-Range, bytes 0-3/10'",
        "400, 'Content-Type, application/octet-stream'",
        "415, 'Content-Type, text/xml'",
        "400, 'Content-Type, application/x-sabredav-partialupdate'",
        "416, 'X-Update-Range, bytes=7-10'",
        "412, 'X-Update-Range, append, If-Match, \"x\"'",
        "412, 'X-Update-Range, append, If-None-Match, *'"
    })
    void whatCannotBeIsRefusedAndTheFileStays(int status, String headers) {
        String before = header(anna.get(file), "ETag");

        var patched = patch("----", headers.isEmpty() ? new String[0] : headers.split(", "));

        assertEquals(status, patched.statusCode());
        assertEquals(status == 415 ? SABRE + ", application/octet-stream" : "", header(patched, "Accept-Patch"));
        assertEquals(status == 416 ? "bytes */10" : "", header(patched, "Content-Range"));
        var got = anna.get(file);
        assertEquals("1234567890", got.body());
        assertEquals(before, header(got, "ETag"));
    }

    @Test
    void thereHasToBeAFile() {
        assertEquals(404, send("/webdav/missing", "x").statusCode());
        assertEquals(404, send(file + "/", "x").statusCode());
        anna.send("MKCOL", "/webdav/folder");
        assertEquals(409, send("/webdav/folder", "x").statusCode());
        assertEquals(409, send("/webdav/", "x").statusCode());
    }

    @Test
    void aWeakTagSatisfiesNoIfMatch() {
        String etag = header(anna.get(file), "ETag");

        assertEquals(
                412,
                patch("x", "X-Update-Range", "append", "If-Match", "W/" + etag).statusCode());
        assertEquals(
                204, patch("x", "X-Update-Range", "append", "If-Match", etag).statusCode());
        assertEquals(
                412, patch("x", "X-Update-Range", "append", "If-Match", etag).statusCode());
    }

    @Test
    void aBodyWithoutALengthIsMeasuredAgainstItsRange() {
        var chunked = DavClient.chunked("----".getBytes(StandardCharsets.US_ASCII));

        assertEquals(
                400,
                anna.send("PATCH", file, chunked, "X-Update-Range", "bytes=0-2").statusCode());
        assertEquals("1234567890", anna.get(file).body());
        assertEquals(
                204,
                anna.send("PATCH", file, chunked, "X-Update-Range", "bytes=0-3").statusCode());
        assertEquals("----567890", anna.get(file).body());
    }

    @Test
    void chainedEditsAreSeenAlikeByGetAndHead() {
        String last = "";
        for (String range : List.of("append", "bytes=0-1", "append", "bytes=11-12")) {
            var patched = patch("ab", "X-Update-Range", range);
            var head = anna.send("HEAD", file);
            var got = anna.get(file);

            assertEquals(204, patched.statusCode());
            assertNotEquals(last, header(patched, "ETag"));
            last = header(patched, "ETag");
            assertEquals(last, header(head, "ETag"));
            assertEquals(last, header(got, "ETag"));
            assertEquals(header(got, "Content-Length"), header(head, "Content-Length"));
        }
        assertEquals("ab34567890aabb", anna.get(file).body());
    }

    @Test
    void onlyTheEditCountsAgainstTheLongestUpload() {
        String thousand = "x".repeat((int) LONGEST);

        assertEquals(204, patch(thousand, "X-Update-Range", "append").statusCode());
        assertEquals(204, patch(thousand, "X-Update-Range", "append").statusCode());
        assertEquals(413, patch(thousand + "x", "X-Update-Range", "append").statusCode());
        assertEquals(
                413,
                patch("x", "X-Update-Range", "bytes=4000-", "Content-Type", SABRE)
                        .statusCode());
        assertEquals("2010", header(anna.send("HEAD", file), "Content-Length"));
    }

    @Test
    void whatDoesNotFitLeavesTheFile() {
        var ben = new DavClient(served.server, "/app", "ben");
        ben.put("/webdav/b", "12345678");

        for (String edit : List.of("abc", "abcdefghijk")) {
            assertEquals(
                    507,
                    ben.send("PATCH", "/webdav/b", BodyPublishers.ofString(edit), "X-Update-Range", "append")
                            .statusCode());
        }
        assertEquals("12345678", ben.get("/webdav/b").body());
        assertEquals(
                404,
                ben.send("PATCH", file, BodyPublishers.ofString("x"), "X-Update-Range", "append")
                        .statusCode());
    }

    @Test
    void aLockedFileIsEditedByWhoeverHoldsTheLock() {
        Node node = served.files.tree.resolve(
                user, served.files.drives.readable(user).get(0).id(), List.of(file.substring("/webdav/".length())));
        var request = new LockRequest(LockKind.EXCLUSIVE, false, "", null);
        String token = served.files
                .locks
                .take(user, node.id(), request, Precondition.NONE)
                .token();

        assertEquals(423, patch("x", "X-Update-Range", "append").statusCode());
        assertEquals(
                204,
                patch("x", "X-Update-Range", "append", "If", "(<" + token + ">)")
                        .statusCode());
    }

    @Test
    void whoWaitsForLeaveIsRefusedBeforeHeSends() throws IOException {
        String answer =
                anna.raw("PATCH", file, "X-Update-Range: append\r\nExpect: 100-continue\r\nContent-Length: 1001\r\n");

        assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
    }

    @Test
    void optionsNameBothDialects() {
        var options = anna.send("OPTIONS", file);

        assertEquals(SABRE + ", application/octet-stream", header(options, "Accept-Patch"));
        assertTrue(header(options, "DAV").contains(", sabredav-partialupdate"));
    }

    private HttpResponse<String> send(String path, String body) {
        return anna.send("PATCH", path, BodyPublishers.ofString(body), "X-Update-Range", "append");
    }

    private HttpResponse<String> patch(String body, String... headers) {
        return anna.send("PATCH", file, BodyPublishers.ofString(body), headers);
    }
}
