package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A file sent in pieces and read over WebDAV. */
class UploadSessionRoutesTest {
    private static final int PIECE = 1 << 20;

    private static final String FIRST = "a".repeat(PIECE);
    private static final String LAST = "the end";

    private static World world;
    private static Credential anna;
    private static Credential ben;

    @BeforeAll
    static void start() {
        world = World.inUse();
        anna = world.member("anna");
        ben = world.member("ben");
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    private static HttpResponse<String> begin(String name) {
        return world.call(
                anna,
                "POST",
                "/api/uploads",
                "{\"filename\":\"" + name + "\",\"total_size\":" + (PIECE + LAST.length()) + ",\"chunk_size\":" + PIECE
                        + "}");
    }

    private static HttpResponse<String> put(Credential who, String upload, String query, String bytes, String... more) {
        HttpRequest.Builder request = who.on(world.server.request(upload + "?" + query))
                .header("Content-Type", "application/octet-stream")
                .method("PATCH", HttpRequest.BodyPublishers.ofString(bytes));
        return world.server.send(more.length == 0 ? request : request.headers(more));
    }

    private static void assertRefused(int status, HttpResponse<String> answer) {
        assertEquals(status, answer.statusCode(), answer.body());
        assertTrue(json(answer).path("status").asText().startsWith(status + " "), answer.body());
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void piecesBecomeAFileWhateverTheirOrder() throws Exception {
        HttpResponse<String> begun = begin("plan.txt");
        assertEquals(201, begun.statusCode(), begun.body());
        assertEquals(PIECE, json(begun).path("chunk_size").asInt());
        assertEquals(2, json(begun).path("total_chunks").asInt());
        assertEquals(86_400, json(begun).path("expires_at").asInt());
        String upload = "/api/uploads/" + json(begun).path("upload_id").asText();
        assertRefused(400, world.call(anna, "POST", upload + "/complete", ""));

        byte[] md5 = MessageDigest.getInstance("MD5").digest(LAST.getBytes(StandardCharsets.UTF_8));
        assertRefused(400, put(anna, upload, "chunk_index=1&checksum=" + "0".repeat(32), LAST));
        HttpResponse<String> last =
                put(anna, upload, "chunk_index=1&checksum=" + HexFormat.of().formatHex(md5), LAST);
        assertEquals(200, last.statusCode(), last.body());
        assertEquals(LAST.length(), json(last).path("bytes_received").asInt());
        assertEquals("7", header(last, "Upload-Offset"));
        assertEquals("0.00", header(last, "Upload-Progress"));
        assertEquals("", header(last, "Upload-Complete"));

        HttpResponse<String> head = world.call(anna, "HEAD", upload, "");
        assertEquals(200, head.statusCode());
        assertEquals(String.valueOf(PIECE + 7), header(head, "Upload-Length"));
        assertEquals("2", header(head, "Upload-Chunks-Total"));
        assertEquals("1", header(head, "Upload-Chunks-Complete"));
        JsonNode state = json(world.call(anna, "GET", upload, ""));
        assertEquals("[0]", state.path("pending_chunks").toString());
        assertEquals("plan.txt", state.path("filename").asText());

        HttpResponse<String> first = put(anna, upload, "chunk_index=0", FIRST);
        assertTrue(json(first).path("is_complete").asBoolean());
        assertEquals("true", header(first, "Upload-Complete"));
        assertEquals("100.00", header(first, "Upload-Progress"));
        assertRefused(400, put(anna, upload, "chunk_index=0", FIRST));

        assertRefused(400, world.call(anna, "POST", upload + "/complete", "{\"checksum\":\"" + "0".repeat(64) + "\"}"));
        HttpResponse<String> made = world.call(anna, "POST", upload + "/complete", "");
        assertEquals(201, made.statusCode(), made.body());
        assertTrue(json(made).path("file_id").isTextual(), made.body());
        assertEquals("Personal/plan.txt", json(made).path("path").asText());
        assertEquals(
                json(made), json(world.call(anna, "POST", upload + "/complete", "")), "the same, whoever asks again");
        assertEquals(
                FIRST + LAST, world.call(anna, "GET", "/webdav/plan.txt", "").body());
        assertRefused(409, begin("plan.txt"));
    }

    @Test
    void whatDoesNotFitIsRefusedAndNamed() {
        String upload =
                "/api/uploads/" + json(begin("other.txt")).path("upload_id").asText();

        assertRefused(400, put(anna, upload, "chunk_index=2", LAST));
        assertRefused(400, put(anna, upload, "chunk_index=x", LAST));
        assertRefused(400, put(anna, upload, "checksum=x", LAST));
        assertRefused(400, put(anna, upload, "chunk_index=", FIRST));
        assertRefused(400, put(anna, upload, "", FIRST));
        assertRefused(400, put(anna, upload, "chunk_index=1", "the end?"));
        assertRefused(400, put(anna, upload, "chunk_index=1&checksum=00&checksumalg=crc32", LAST));
        assertRefused(400, put(anna, upload, "chunk_index=1", LAST, "Content-MD5", "no base64"));
        String wrong = Base64.getEncoder().encodeToString(new byte[16]);
        assertRefused(400, put(anna, upload, "chunk_index=1", LAST, "Content-MD5", wrong));
        assertRefused(404, put(ben, upload, "chunk_index=1", LAST));
        assertRefused(404, world.call(ben, "GET", upload, ""));
        assertRefused(404, world.call(ben, "POST", upload + "/complete", ""));
        assertRefused(404, world.call(ben, "DELETE", upload, ""));
        assertEquals(204, world.call(anna, "DELETE", upload, "").statusCode());
        assertRefused(404, world.call(anna, "DELETE", upload, ""));
        assertRefused(404, put(anna, upload, "chunk_index=1", LAST));

        for (String body : new String[] {
            "{\"filename\":\"\",\"total_size\":1}",
            "{\"filename\":\"a\",\"total_size\":0}",
            "{\"filename\":\"a\"}",
            "{\"filename\":\"a\",\"total_size\":1,\"chunk_size\":1}"
        }) {
            assertRefused(400, world.call(anna, "POST", "/api/uploads", body));
        }
        HttpResponse<String> full =
                world.call(anna, "POST", "/api/uploads", "{\"filename\":\"a\",\"total_size\":99999999999999}");
        assertRefused(507, full);
        assertEquals("QuotaExceeded", json(full).path("error_type").asText());
    }

    /** Whatever a client calls its type, what it uploaded can be read, and says nothing that it may not. */
    @Test
    void whatIsNoTypeIsNotTakenForOne() {
        int number = 0;
        for (String type : new String[] {
            "foo",
            "",
            "a/b; charset",
            "a/",
            "text/html, text/plain",
            "text/plain; charset=nonsense",
            "text/plain; a=\\\"b\\\""
        }) {
            String name = "type" + number++ + ".txt";
            HttpResponse<String> begun = typed(name, type);
            assertEquals(201, begun.statusCode(), begun.body());
            String file = upload(begun);

            HttpResponse<String> read = world.call(anna, "GET", file, "");
            assertEquals(200, read.statusCode(), type);
            assertEquals(LAST, read.body());
            assertTrue(header(read, "Content-Type").startsWith("text/plain"), header(read, "Content-Type"));
            assertEquals(200, world.call(anna, "GET", "/webdav/" + name, "").statusCode());
        }
        assertRefused(400, typed("evil.html", "text/html\\r\\nX-Evil: 1"));
        assertRefused(400, typed("evil.html", "text/" + "x".repeat(100_000)));
    }

    /** From before anybody looked. */
    @Test
    void aTypeThatWasKeptAndIsNoneIsServedAsUnknown() {
        String file = upload(typed("kept.txt", "text/plain"));
        for (String kept : new String[] {"foo", "", "text/html\r\nX-Evil: 1", "a/" + "b".repeat(100_000)}) {
            world.database()
                    .requests()
                    .retryingWrite(
                            "test.type",
                            scope -> scope.change("update node set media_type = ? where name = 'kept.txt'", kept));
            for (String path : new String[] {file, "/webdav/kept.txt"}) {
                HttpResponse<String> read = world.call(anna, "GET", path, "");
                assertEquals(200, read.statusCode(), path);
                assertEquals("application/octet-stream", header(read, "Content-Type"));
                assertEquals("", header(read, "X-Evil"));
            }
        }
    }

    private static HttpResponse<String> typed(String name, String type) {
        return world.call(
                anna,
                "POST",
                "/api/uploads",
                "{\"filename\":\"" + name + "\",\"total_size\":" + LAST.length() + ",\"content_type\":\"" + type
                        + "\"}");
    }

    private static String upload(HttpResponse<String> begun) {
        String upload = "/api/uploads/" + json(begun).path("upload_id").asText();
        HttpResponse<String> put = put(anna, upload, "chunk_index=0", LAST);
        assertEquals(200, put.statusCode(), put.body());
        HttpResponse<String> made = world.call(anna, "POST", upload + "/complete", "");
        assertEquals(201, made.statusCode(), made.body());
        return "/api/files/" + json(made).path("file_id").asText();
    }
}
