package io.oxicloud.rest;

import static io.oxicloud.rest.Answers.json;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.upload.DeltaClient;
import io.oxicloud.files.upload.DeltaClient.Piece;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that sends and fetches only what differs, and what it is told when it errs. */
@SuppressWarnings("NullAway.Init") // aMinuteLater() sets the credentials, before each test
class DeltaRoutesTest {
    private static final int EDITS = 200;

    private static World world;
    private static Credential anna;
    private static Credential bert;
    private static String root;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        world = World.inUse();
        anna = world.member("anna");
        bert = world.member("bert");
        root = world.root(anna);
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    /** Beyond the requests of one minute. */
    @BeforeEach
    void aMinuteLater() {
        nextMinute();
    }

    private static void nextMinute() {
        world.clock.advance(Duration.ofMinutes(1));
        anna = world.bearer("anna");
        bert = world.bearer("bert");
    }

    private static String chunks(DeltaClient file) {
        return file.pieces().stream()
                .map(piece -> "{\"h\":\"" + piece.hash() + "\",\"s\":" + piece.length() + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static List<Hash> hashes(JsonNode list) {
        List<Hash> hashes = new ArrayList<>();
        list.forEach(text -> hashes.add(Hash.parse(text.asText())));
        return hashes;
    }

    private static List<Hash> missing(Credential who, DeltaClient file) {
        HttpResponse<String> answer =
                world.call(who, "POST", "/api/files/delta/negotiate", "{\"chunks\":" + chunks(file) + "}");
        assertEquals(200, answer.statusCode(), answer.body());
        return hashes(json(answer).path("missing"));
    }

    private static HttpResponse<String> send(Credential who, byte[] framed) {
        return world.server.send(who.on(world.server.request("/api/files/delta/chunks"))
                .PUT(HttpRequest.BodyPublishers.ofByteArray(framed)));
    }

    private static HttpResponse<String> commit(Credential who, DeltaClient file, String target) {
        return world.call(
                who,
                "POST",
                "/api/files/delta/commit",
                "{\"file_hash\":\"" + file.hash() + "\",\"chunks\":" + chunks(file) + "," + target + "}");
    }

    private static String fresh(String name) {
        return "\"folder_id\":\"" + root + "\",\"name\":\"" + name + "\"";
    }

    /** @return how many chunks were sent */
    private static int upload(DeltaClient file, String target) {
        List<Hash> missing = missing(anna, file);
        if (!missing.isEmpty()) {
            assertEquals(200, send(anna, file.frames(missing)).statusCode());
        }
        HttpResponse<String> made = commit(anna, file, target);
        assertTrue(made.statusCode() == 200 || made.statusCode() == 201, made.body());
        return missing.size();
    }

    /** Twenty-four MiB, three bytes of which change at one of 200 places: what goes up, and what comes down to undo it. */
    @Test
    void ofAFileWithThreeOtherBytesOneChunkGoesAndSeldomTwo() throws IOException, InterruptedException {
        byte[] content = random(24 << 20, 7);
        var base = new DeltaClient(content);
        assertTrue(upload(base, fresh("large")) > 60);
        String id = idOf("large");
        byte[] elsewhere = content.clone();
        var random = new Random(11);
        Map<Integer, Integer> up = new HashMap<>();
        Map<Integer, Integer> down = new HashMap<>();

        for (int edit = 0; edit < EDITS; edit++) {
            if (edit % 50 == 0) {
                nextMinute();
            }
            int at = random.nextInt(content.length - 3);
            for (int i = at; i < at + 3; i++) {
                content[i] ^= (byte) (1 + random.nextInt(255));
            }
            var edited = new DeltaClient(base, content, at, at + 3);
            if (edit % 40 == 0) {
                assertEquals(new DeltaClient(content).pieces(), edited.pieces());
                up.merge(upload(edited, "\"file_id\":\"" + id + "\""), 1, Integer::sum);
                down.merge(fetch(id, elsewhere, base), 1, Integer::sum);
                assertArrayEquals(content, elsewhere);
                base = edited;
            } else {
                up.merge(missing(anna, edited).size(), 1, Integer::sum);
                down.merge(fetch(id, content, edited), 1, Integer::sum);
            }
        }

        assertArrayEquals(elsewhere, content);
        for (Map<Integer, Integer> direction : List.of(up, down)) {
            assertEquals(
                    EDITS,
                    direction.values().stream().mapToInt(Integer::intValue).sum());
            assertEquals(Set.of(), largerThan(2, direction), direction.toString());
            assertTrue(direction.getOrDefault(1, 0) >= EDITS * 95 / 100, direction.toString());
        }
    }

    private static Set<Integer> largerThan(int most, Map<Integer, Integer> direction) {
        return direction.keySet().stream().filter(count -> count > most).collect(Collectors.toSet());
    }

    private static String idOf(String name) {
        return world.files()
                .child(
                        world.doors()
                                .signIn()
                                .bearer(world.session("anna").access().reveal())
                                .actor(),
                        NodeId.parse(root),
                        name)
                .id()
                .toString();
    }

    /** @param known what {@code local} is; makes it what the server has; the length stays, so each chunk has its place. */
    private static int fetch(String id, byte[] local, DeltaClient known) throws IOException, InterruptedException {
        JsonNode manifest = json(world.call(anna, "GET", "/api/files/" + id + "/manifest", ""));
        Set<Hash> own = new HashSet<>();
        known.pieces().forEach(piece -> own.add(piece.hash()));
        Map<Hash, Integer> places = new HashMap<>();
        int at = 0;
        for (JsonNode chunk : manifest.path("chunks")) {
            Hash hash = Hash.parse(chunk.path("h").asText());
            if (!own.contains(hash)) {
                places.put(hash, at);
            }
            at += chunk.path("s").asInt();
        }
        assertEquals(manifest.path("total_size").asInt(), at);
        List<Hash> wanted = List.copyOf(places.keySet());
        ByteBuffer framed = ByteBuffer.wrap(download(anna, wanted).body());
        for (Hash hash : wanted) {
            byte[] bytes = new byte[framed.getInt()];
            framed.get(bytes);
            assertEquals(hash, DeltaClient.hash(bytes));
            System.arraycopy(bytes, 0, local, Objects.requireNonNull(places.get(hash)), bytes.length);
        }
        assertEquals(0, framed.remaining());
        return wanted.size();
    }

    private static HttpResponse<byte[]> download(Credential who, List<Hash> wanted)
            throws IOException, InterruptedException {
        String body = wanted.stream().map(Hash::hex).collect(Collectors.joining("\",\"", "{\"hashes\":[\"", "\"]}"));
        return HTTP.send(
                who.on(world.server.request("/api/files/delta/download"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(wanted.isEmpty() ? "{\"hashes\":[]}" : body))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    @Test
    void theWayOfANewFile() throws IOException, InterruptedException {
        var file = new DeltaClient(random(2 << 20, 1));
        List<Hash> all = file.pieces().stream().map(Piece::hash).toList();

        assertEquals(all, missing(anna, file));
        JsonNode early = json(commit(anna, file, fresh("new")));
        assertEquals("409 Conflict", early.path("status").asText());
        assertEquals(all, hashes(early.path("still_missing")));
        JsonNode received = json(send(anna, file.frames(all))).path("received");
        assertEquals(all.get(1).hex(), received.path(1).path("h").asText());
        assertEquals(file.pieces().get(1).length(), received.path(1).path("s").asInt());

        HttpResponse<String> made = commit(anna, file, fresh("new"));
        HttpResponse<String> again = commit(anna, file, fresh("new"));
        assertEquals(201, made.statusCode(), made.body());
        assertEquals(file.hash().hex(), json(made).path("content_hash").asText());
        assertEquals(201, again.statusCode());
        assertEquals(made.body(), again.body());

        String address = "/api/files/" + json(made).path("id").asText() + "/manifest";
        HttpResponse<String> manifest = world.call(anna, "GET", address, "");
        assertEquals(
                '"' + file.hash().hex() + '"',
                manifest.headers().firstValue("ETag").orElse(""));
        assertEquals(
                "private, no-cache",
                manifest.headers().firstValue("Cache-Control").orElse(""));
        assertEquals(
                304,
                world.server
                        .send(anna.on(world.server.request(address))
                                .header("If-None-Match", '"' + file.hash().hex() + '"'))
                        .statusCode());
        HttpResponse<byte[]> some = download(anna, List.of(all.get(2), all.get(0)));
        assertEquals(200, some.statusCode());
        assertArrayEquals(file.frames(List.of(all.get(2), all.get(0))), some.body());
        assertEquals(
                some.body().length,
                some.headers().firstValueAsLong("Content-Length").orElse(-1));
    }

    @Test
    void chunksThatCannotBeReadToTheirEndAreCutOff() throws IOException, InterruptedException {
        var file = new DeltaClient(random(1 << 20, 5));
        upload(file, fresh("broken"));
        List<Hash> some =
                List.of(file.pieces().get(0).hash(), file.pieces().get(1).hash());
        assertEquals(
                "application/octet-stream",
                download(anna, some).headers().firstValue("Content-Type").orElse(""));

        world.memory.names().stream()
                .filter(blob -> blob.digest().equals(some.get(1)))
                .forEach(world.memory::delete);

        assertThrows(IOException.class, () -> download(anna, some));
    }

    @Test
    void whatIsNotOnesOwnIsNotAvailable() throws IOException, InterruptedException {
        var file = new DeltaClient(random(1 << 20, 2));
        upload(file, fresh("own"));
        List<Hash> all = file.pieces().stream().map(Piece::hash).toList();

        HttpResponse<byte[]> foreign = download(bert, all);

        assertEquals(404, foreign.statusCode());
        JsonNode body = json(new String(foreign.body(), StandardCharsets.UTF_8));
        assertEquals(all, hashes(body.path("not_available")));
        assertEquals(all, missing(bert, file));
        assertEquals(400, download(anna, List.of()).statusCode());
        assertEquals(400, download(anna, List.of(all.get(0), all.get(0))).statusCode());
        assertEquals(
                404,
                world.call(bert, "GET", "/api/files/" + idOf("own") + "/manifest", "")
                        .statusCode());
    }

    @Test
    void whatIsWrongIsNamed() {
        var file = new DeltaClient(random(1 << 20, 3));
        send(anna, file.frames(missing(anna, file)));
        String good = "\"chunks\":" + chunks(file);

        negotiate("chunks must be given", "{}");
        negotiate("chunks: must be a list", "{\"chunks\":{}}");
        negotiate("chunks[0] must be {h, s}", "{\"chunks\":[7]}");
        negotiate("chunks[0] must have h", "{\"chunks\":[{}]}");
        negotiate("chunks[0].h: not 64", "{\"chunks\":[{\"h\":\"1\",\"s\":1}]}");
        for (String size : List.of("0", "-1", "99999999999", "1e9")) {
            negotiate("chunks[0]", "{\"chunks\":[{\"h\":\"" + file.hash() + "\",\"s\":" + size + "}]}");
        }
        negotiate(
                "chunks[0].s: a chunk has 1 to 1048576",
                "{\"chunks\":[{\"h\":\"" + file.hash() + "\",\"s\":1048577}]}");
        negotiate("the body is not valid JSON", "{\"chunks\":[{\"h\":");
        badCommit("file_hash must be given", "{" + good + "," + fresh("x") + "}");
        badCommit("file_hash: not 64", "{\"file_hash\":\"1\"," + good + "," + fresh("x") + "}");
        badCommit(
                "file_hash: the chunks put together",
                "{\"file_hash\":\"" + "1".repeat(64) + "\"," + good + "," + fresh("x") + "}");
        for (String target : List.of(
                "\"name\":\"x\"", "\"folder_id\":\"" + root + "\"", fresh("x") + ",\"file_id\":\"" + root + "\"")) {
            badCommit(
                    "either name and folder_id or file_id",
                    "{\"file_hash\":\"" + file.hash() + "\"," + good + "," + target + "}");
        }
        HttpResponse<String> zero = send(anna, new byte[] {0, 0, 0, 0});
        assertEquals(400, zero.statusCode());
        assertTrue(zero.body().contains("frame 1 says it has 0 bytes"), zero.body());
        byte[] cut = Arrays.copyOf(file.frames(List.of(file.pieces().get(0).hash())), 1_000);
        assertTrue(send(anna, cut).body().contains("frame 1 ends before"), "a body that is cut");
        assertEquals("{\"received\":[]}", send(anna, new byte[0]).body());
    }

    private static void negotiate(String why, String body) {
        refused(why, world.call(anna, "POST", "/api/files/delta/negotiate", body));
    }

    private static void badCommit(String why, String body) {
        refused(why, world.call(anna, "POST", "/api/files/delta/commit", body));
    }

    private static void refused(String why, HttpResponse<String> answer) {
        assertEquals(400, answer.statusCode(), answer.body());
        assertTrue(json(answer).path("message").asText().startsWith(why), answer.body());
    }

    /** A list that is longer than other bodies may be. */
    @Test
    void aLongListIsTaken() {
        String list = "{\"h\":\"" + "7".repeat(64) + "\",\"s\":1000}";
        String body = "{\"chunks\":[" + list + ("," + list).repeat(20_000) + "]}";

        assertEquals(
                "{\"missing\":[\"" + "7".repeat(64) + "\"]}",
                world.call(anna, "POST", "/api/files/delta/negotiate", body).body());
    }

    /** Nor has a body read that is one too many. */
    @Test
    void whatCannotBeReadCountsToo() {
        for (int i = 0; i < 240; i++) {
            assertEquals(
                    400,
                    world.call(bert, "POST", "/api/files/delta/negotiate", "{").statusCode());
        }
        for (String path : List.of("negotiate", "commit", "download")) {
            assertEquals(
                    429,
                    world.call(bert, "POST", "/api/files/delta/" + path, "{").statusCode());
        }
    }

    @Test
    void noCallerAsksMoreThanFourTimesASecond() {
        int refused = 0;
        for (int i = 0; i < 241; i++) {
            HttpResponse<String> answer = world.call(bert, "POST", "/api/files/delta/negotiate", "{\"chunks\":[]}");
            refused += answer.statusCode() == 429 ? 1 : 0;
        }
        assertEquals(1, refused);
        assertEquals(
                200,
                world.call(anna, "POST", "/api/files/delta/negotiate", "{\"chunks\":[]}")
                        .statusCode());
    }

    private static byte[] random(int length, long seed) {
        byte[] all = new byte[length];
        new Random(seed).nextBytes(all);
        return all;
    }
}
