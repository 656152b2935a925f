package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.blob.BlobName;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files read over the API, and the same over WebDAV. */
class FileContentRoutesTest {
    private static final int LONG = 12 << 20;
    private static final int SEED = 7;

    private static World world;
    private static Credential anna;
    private static Credential ben;
    private static Actor annaHerself;

    @BeforeAll
    static void start() {
        world = World.inUse();
        annaHerself = new Actor.User(world.user("anna", false).id(), false, false);
        anna = world.bearer("anna");
        ben = world.member("ben");
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    // T-01, T-02
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes=0-3145727",
                "bytes=999-",
                "bytes=1000-",
                "bytes=-0",
                "bytes=-2000",
                "bytes=500-400",
                "items=0-1",
                "bytes=10-19",
                "bytes=-1",
                "bytes=0-1,4-5",
                "bytes=5-6,0-1",
                "bytes=0-5,5-9",
                "bytes=0-18446744073709551616"
            })
    void bothSurfacesServeTheSameBytesUnderTheSameHeaders(String range) {
        String id = put("thousand.txt", "0123456789".repeat(100));

        HttpResponse<String> rest = get(anna, "/api/files/" + id, "Range", range);
        HttpResponse<String> dav = get(anna, "/webdav/thousand.txt", "Range", range);

        assertEquals(dav.statusCode(), rest.statusCode());
        if (rest.statusCode() == 416) {
            assertEquals("bytes */1000", header(rest, "Content-Range"));
            assertEquals("416 Range Not Satisfiable", json(rest).path("status").asText());
        } else {
            assertEquals(headers(dav), headers(rest));
            assertEquals(dav.body(), rest.body());
        }
    }

    @Test
    void seededRangesOfShortAndLongFilesAreSlices() {
        var where = new Random(SEED);
        for (int size : List.of(70_001, LONG + 13)) {
            byte[] bytes = random(size);
            String id = putBytes("random-" + size, bytes);
            for (int i = 0; i < 20; i++) {
                int start = where.nextInt(size);
                int end = start + 1 + where.nextInt(Math.min(200_000, size - start));

                var part = get(anna, "/api/files/" + id, "Range", "bytes=" + start + "-" + (end - 1));

                assertEquals(206, part.statusCode());
                assertEquals(text(Arrays.copyOfRange(bytes, start, end)), part.body());
            }
        }
    }

    @Test
    void conditionsHoldAsOverWebdav() {
        String id = put("conditions.txt", "x");
        String path = "/api/files/" + id;
        var whole = get(anna, path);
        String etag = header(whole, "ETag");
        String modified = header(whole, "Last-Modified");

        for (String known : List.of(etag, "\"other\", W/" + etag, "*")) {
            var answer = get(anna, path, "If-None-Match", known);
            assertEquals(304, answer.statusCode(), known);
            assertEquals(etag, header(answer, "ETag"));
            assertEquals("private, no-cache", header(answer, "Cache-Control"));
        }
        assertEquals(304, get(anna, path, "If-Modified-Since", modified).statusCode());
        assertEquals(200, get(anna, path, "If-None-Match", "\"other\"").statusCode());
        assertEquals(412, get(anna, path, "If-Match", "\"other\"").statusCode());
        assertEquals(
                412,
                get(anna, path, "If-Unmodified-Since", "Mon, 01 Jan 1990 00:00:00 GMT")
                        .statusCode());
        assertEquals(400, get(anna, path, "If-None-Match", "\"a").statusCode());
        assertEquals(
                206, get(anna, path, "Range", "bytes=0-0", "If-Range", etag).statusCode());
        assertEquals(
                206, get(anna, path, "Range", "bytes=0-0", "If-Range", modified).statusCode());
        assertEquals(
                200,
                get(anna, path, "Range", "bytes=0-0", "If-Range", "\"other\"").statusCode());
    }

    @Test
    void headSaysWhatGetSaysAndOpensNothing() {
        String id = put("head.bin", "0123456789");
        world.calls.calls();

        var head = send(anna.on(world.server.request("/api/files/" + id))
                .header("Range", "bytes=0-1")
                .method("HEAD", HttpRequest.BodyPublishers.noBody()));

        assertEquals(0, world.calls.calls().opens());
        var get = get(anna, "/api/files/" + id);
        assertEquals(200, head.statusCode());
        assertEquals(headers(get), headers(head));
        assertEquals("10", header(head, "Content-Length"));
    }

    // R2-1
    @Test
    void aRangeOfWhatIsInMemoryAsksNeitherDatabaseNorBlobsForIt() {
        String id = put("hit.bin", "0123456789".repeat(10_000));
        for (String path : List.of("/api/files/" + id, "/webdav/hit.bin")) {
            get(anna, path, "Range", "bytes=0-0");
            world.calls.calls();
            long named = statements(() ->
                    send(anna.on(world.server.request(path)).method("HEAD", HttpRequest.BodyPublishers.noBody())));

            long ranges = statements(() -> get(anna, path, "Range", "bytes=70000-79999"));

            assertEquals(named, ranges, path);
            assertEquals(0, world.calls.calls().opens(), path);
        }
    }

    // R2-1
    @Test
    void sixtyFourColdCallersCostOneLoad() throws Exception {
        String id = put("cold.bin", "one chunk");
        world.calls.calls();
        ExecutorService callers = Executors.newFixedThreadPool(64);
        try {
            var together = new CyclicBarrier(64);
            List<Callable<String>> all = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                String path = i % 2 == 0 ? "/api/files/" + id : "/webdav/cold.bin";
                all.add(() -> {
                    together.await();
                    return get(anna, path, "Range", "bytes=0-2").body();
                });
            }
            for (Future<String> one : callers.invokeAll(all)) {
                assertEquals("one", one.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            callers.shutdown();
        }
        assertEquals(1, world.calls.calls().opens());
    }

    // R2-1
    @Test
    void noByteIsStaleAfterAnOverwrite() {
        String id = put("changing.txt", "before");
        assertEquals("efo", get(anna, "/api/files/" + id, "Range", "bytes=1-3").body());

        put("changing.txt", "after!");

        assertEquals("fte", get(anna, "/api/files/" + id, "Range", "bytes=1-3").body());
        assertEquals(
                "fte", get(anna, "/webdav/changing.txt", "Range", "bytes=1-3").body());
    }

    @Test
    void whatCannotBeReadToItsEndIsCutOff() {
        byte[] bytes = random(LONG);
        putBytes("beginning.bin", Arrays.copyOf(bytes, LONG / 3));
        Set<BlobName> beginning = world.memory.names();
        String id = putBytes("broken.bin", bytes);
        world.memory.names().stream()
                .filter(chunk -> !beginning.contains(chunk))
                .forEach(world.memory::delete);

        for (String path : List.of("/api/files/" + id, "/webdav/broken.bin")) {
            assertEquals(206, get(anna, path, "Range", "bytes=0-9").statusCode());
            assertThrows(UncheckedIOException.class, () -> get(anna, path), path);
        }
    }

    // S-06
    @ParameterizedTest
    @CsvSource({
        "x.svg, '', attachment",
        "x.html, '?inline=true', attachment",
        "x.svg, '?inline=true', attachment",
        "x.pdf, '', attachment",
        "x.pdf, '?inline=true', inline",
        "x.jpg, '', inline",
        "x.jpg, '?inline=false', attachment"
    })
    void whatUsersStoreDoesNotRunInABrowser(String name, String query, String disposition) {
        String id = put(name, "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>");

        var got = get(anna, "/api/files/" + id + query);

        assertTrue(header(got, "Content-Disposition").startsWith(disposition + ';'));
        assertEquals("nosniff", header(got, "X-Content-Type-Options"));
        assertEquals("sandbox; default-src 'none'", header(got, "Content-Security-Policy"));
    }

    @Test
    void whatIsKnownOfAFileComesAsJson() {
        String id = put("known.txt", "12345");

        JsonNode known = json(get(anna, "/api/files/" + id + "?metadata=true"));

        assertEquals("known.txt", known.path("name").asText());
        assertEquals(5, known.path("size").asInt());
        assertEquals(
                header(get(anna, "/api/files/" + id), "ETag"),
                known.path("etag").asText());
    }

    @Test
    void whatIsHiddenIsNotThere() {
        String id = put("secret.txt", "x");
        NodeId folder =
                world.files().get(annaHerself, new NodeId(UUID.fromString(id))).parent();
        String absent = get(ben, "/api/files/" + UUID.randomUUID()).body();

        for (String path : List.of("/api/files/" + id, "/api/files/" + id + "?metadata=true")) {
            var answer = get(ben, path);
            assertEquals(404, answer.statusCode());
            assertEquals(absent, answer.body());
        }
        assertEquals(404, get(anna, "/api/files/" + folder).statusCode());
        assertEquals(400, get(anna, "/api/files/nonsense").statusCode());
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(SEED).nextBytes(bytes);
        return bytes;
    }

    private static String put(String name, String text) {
        return putBytes(name, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** @return the id of the file */
    private static String putBytes(String name, byte[] bytes) {
        var put = send(
                anna.on(world.server.request("/webdav/" + name)).PUT(HttpRequest.BodyPublishers.ofByteArray(bytes)));
        assertEquals(2, put.statusCode() / 100);
        String found = world.call(
                        anna,
                        "PROPFIND",
                        "/webdav/" + name,
                        "<propfind xmlns='DAV:'><prop><resource-id/></prop></propfind>")
                .body();
        Matcher id = Pattern.compile("urn:uuid:([0-9a-f-]{36})").matcher(found);
        assertTrue(id.find(), found);
        return id.group(1);
    }

    /** @param headers names and values; one without value is not sent */
    private static HttpResponse<String> get(Credential who, String path, String... headers) {
        HttpRequest.Builder request = who.on(world.server.request(path));
        for (int i = 0; i < headers.length; i += 2) {
            if (!headers[i + 1].isEmpty()) {
                request.header(headers[i], headers[i + 1]);
            }
        }
        return send(request);
    }

    /** The body's bytes as characters. */
    private static HttpResponse<String> send(HttpRequest.Builder request) {
        return world.server.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
    }

    private static long statements(Runnable work) {
        world.database().statements().reset();
        work.run();
        return world.database().statements().count();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static Map<String, List<String>> headers(HttpResponse<?> answer) {
        var headers = new TreeMap<>(answer.headers().map());
        headers.remove("date");
        return headers;
    }
}
