package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.files.Node;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Folders and selections as archives over HTTP. */
class ArchiveRoutesTest {
    private static World world;
    private static Actor annaHerself;
    private static Credential anna;
    private static Credential ben;
    private static NodeId home;
    private static int folders;

    @BeforeAll
    static void start() {
        world = World.inUse();
        annaHerself = new Actor.User(world.user("anna", false).id(), false, false);
        anna = world.bearer("anna");
        ben = world.member("ben");
        home = new NodeId(
                world.doors().drives().readable(annaHerself).get(0).id().value());
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @Test
    void anArchiveOfPicturesIsServedAsAFileIs() throws IOException {
        Node folder = pictures(4, 50_000);
        String path = "/api/folders/" + folder.id() + "/download";

        HttpResponse<byte[]> whole = get(anna, path);

        assertEquals(200, whole.statusCode());
        assertEquals("application/zip", header(whole, "Content-Type"));
        assertEquals("bytes", header(whole, "Accept-Ranges"));
        assertEquals(String.valueOf(whole.body().length), header(whole, "Content-Length"));
        assertEquals("nosniff", header(whole, "X-Content-Type-Options"));
        assertEquals("private, no-cache", header(whole, "Cache-Control"));
        assertTrue(
                header(whole, "Content-Disposition").startsWith("attachment; filename=\"" + folder.name() + ".zip\""));
        assertEquals(5, read(whole.body()).size());
        String etag = header(whole, "ETag");
        assertEquals(304, get(anna, path, "If-None-Match", etag).statusCode());
        assertEquals(412, get(anna, path, "If-Match", "\"other\"").statusCode());

        var random = new Random(9);
        for (int i = 0; i < 12; i++) {
            int start = random.nextInt(whole.body().length);
            int end = start + 1 + random.nextInt(whole.body().length - start);
            var part = get(anna, path, "Range", "bytes=" + start + "-" + (end - 1), "If-Range", etag);

            assertEquals(206, part.statusCode());
            assertArrayEquals(Arrays.copyOfRange(whole.body(), start, end), part.body());
        }
        var tail = get(anna, path, "Range", "bytes=-22");
        assertEquals(22, tail.body().length);
        var beyond = get(anna, path, "Range", "bytes=" + whole.body().length + "-");
        assertEquals(416, beyond.statusCode());
        assertEquals("bytes */" + whole.body().length, header(beyond, "Content-Range"));
        var two = get(anna, path, "Range", "bytes=0-3,-4");
        assertTrue(header(two, "Content-Type").startsWith("multipart/byteranges"));
        assertEquals(String.valueOf(two.body().length), header(two, "Content-Length"));
    }

    @Test
    void headOpensNothing() {
        Node folder = pictures(2, 1_000);
        world.calls.calls();

        var head = world.server.send(
                anna.on(world.server.request("/api/folders/" + folder.id() + "/download"))
                        .method("HEAD", HttpRequest.BodyPublishers.noBody()),
                HttpResponse.BodyHandlers.ofByteArray());

        assertEquals(200, head.statusCode());
        assertFalse(header(head, "Content-Length").isEmpty());
        assertEquals(0, world.calls.calls().opens());
    }

    @Test
    void anArchiveOfTextsComesAsItIsCompressed() throws IOException {
        Node folder = folder();
        write(folder.id(), "a.txt", "hello ".repeat(10_000).getBytes(StandardCharsets.UTF_8));

        var whole = get(anna, "/api/folders/" + folder.id() + "/download", "Range", "bytes=0-9");

        assertEquals(200, whole.statusCode());
        assertEquals("", header(whole, "Content-Length"));
        assertEquals("", header(whole, "ETag"));
        assertEquals("none", header(whole, "Accept-Ranges"));
        assertTrue(whole.body().length < 2_000);
        assertEquals("hello ".repeat(10_000), read(whole.body()).get(folder.name() + "/a.txt"));
    }

    @Test
    void aSelectionIsAskedForInABodyOrInAnAddress() throws IOException {
        Node folder = pictures(1, 10);
        Node single = write(home, "single.png", new byte[] {1});
        String nothing = UUID.randomUUID().toString();

        var posted = world.server.send(
                anna.on(world.server.request("/api/batch/download"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"file_ids\":[\"" + single.id() + "\",\"" + nothing
                                + "\"],\"folder_ids\":[\"" + folder.id() + "\"]}")),
                HttpResponse.BodyHandlers.ofByteArray());
        var got =
                get(anna, "/api/batch/download?file_ids=" + single.id() + "," + nothing + "&folder_ids=" + folder.id());

        for (HttpResponse<byte[]> answer : List.of(posted, got)) {
            assertEquals(200, answer.statusCode());
            assertTrue(header(answer, "Content-Disposition")
                    .matches("attachment; filename=\"oxicloud-download-\\d+\\.zip.*"));
            Map<String, String> read = read(answer.body());
            assertEquals(4, read.size());
            assertEquals("\1", read.get("single.png"));
            assertTrue(String.valueOf(read.get("not included.txt")).contains(nothing));
        }
    }

    @Test
    void whatCannotBeMadeIsToldBeforeItBegins() {
        Node folder = pictures(1, 10);
        Node single = write(home, "plain.png", new byte[] {1});
        String nothing = UUID.randomUUID().toString();
        String many = Stream.generate(() -> "\"" + UUID.randomUUID() + "\"")
                .limit(1_001)
                .collect(Collectors.joining(","));

        assertEquals(404, get(ben, "/api/folders/" + folder.id() + "/download").statusCode());
        assertEquals(
                404, get(ben, "/api/batch/download?file_ids=" + single.id()).statusCode());
        assertEquals(404, get(anna, "/api/folders/" + single.id() + "/download").statusCode());
        assertEquals(404, get(anna, "/api/batch/download?file_ids=" + nothing).statusCode());
        assertEquals(400, get(anna, "/api/batch/download").statusCode());
        assertEquals(400, get(anna, "/api/batch/download?file_ids=,").statusCode());
        assertEquals(400, get(anna, "/api/batch/download?file_ids=x").statusCode());
        assertEquals(400, get(anna, "/api/folders/x/download").statusCode());
        assertEquals(400, world.call(anna, "POST", "/api/batch/download", "{}").statusCode());
        assertEquals(
                400,
                world.call(anna, "POST", "/api/batch/download", "{\"file_ids\":[" + many + "]}")
                        .statusCode());
    }

    @Test
    void aFailureInTheMiddleBreaksTheConnection() {
        Node pictures = pictures(3, 400_000);
        Node texts = folder();
        byte[] noise = new byte[3 << 20];
        new Random(4).nextBytes(noise);
        write(texts.id(), "a.bin", noise);
        world.memory.names().forEach(world.memory::delete);

        for (Node folder : List.of(pictures, texts)) {
            assertThrows(
                    UncheckedIOException.class,
                    () -> get(anna, "/api/folders/" + folder.id() + "/download"),
                    folder.name());
        }
    }

    private static Node folder() {
        return world.files().createFolder(annaHerself, home, "folder " + folders++);
    }

    private static Node pictures(int count, int size) {
        Node folder = folder();
        var random = new Random(folders);
        for (int i = 0; i < count; i++) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            write(folder.id(), "IMG_" + i + ".jpg", bytes);
        }
        return folder;
    }

    private static Node write(NodeId folder, String name, byte[] bytes) {
        try {
            return world.files()
                    .write(
                            annaHerself,
                            world.files().prepareWrite(annaHerself, folder, name, Precondition.NONE),
                            new ByteArrayInputStream(bytes),
                            bytes.length)
                    .node();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HttpResponse<byte[]> get(Credential who, String path, String... headers) {
        HttpRequest.Builder request = who.on(world.server.request(path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return world.server.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private static Map<String, String> read(byte[] archive) throws IOException {
        Map<String, String> read = new TreeMap<>();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                read.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return read;
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }
}
