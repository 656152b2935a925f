package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.Tools;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the running product does when the disk below its contents is full, read-only, gone, or has lost some of them. */
class StorageFaultIT {
    private static final int MIB = 1 << 20;

    /** So long that an answer has begun before its end is read. */
    private static final int LONG = 12 * MIB;

    @TempDir
    Path folder;

    private String authorization = "";

    @Test
    void damagedContentsAreToldAndMendedAndNothingElseSuffers() throws IOException {
        Standalone standalone = Standalone.in(folder);
        Path blobs = standalone.data().resolve("storage/.blobs");
        Path flipped;
        try (Running running = standalone.start()) {
            CloudClient client = signIn(running);
            Path missing = last(upload(client, blobs, "missing", 1, LONG), 1, LONG);
            Path cut = last(upload(client, blobs, "cut", 2, LONG), 2, LONG);
            flipped = last(upload(client, blobs, "flipped", 3, LONG), 3, LONG);
            Path small = upload(client, blobs, "small", 4, 50_000).iterator().next();
            upload(client, blobs, "good", 5, LONG);

            Files.delete(missing);
            Files.write(cut, Arrays.copyOf(Files.readAllBytes(cut), 1_000));
            flip(flipped);
            flip(small);

            assertNeverWrong(client, "missing", 1, LONG);
            assertNeverWrong(client, "cut", 2, LONG);
            assertNeverWrong(client, "flipped", 3, LONG);
            assertNeverWrong(client, "small", 4, 50_000);
            assertEquals(500, status(client, "small"));
            assertHolds(client, "good", 5, LONG);
            assertEquals(201, put(client, "new", 6, LONG));
            assertHolds(client, "new", 6, LONG);
            running.server().stop();
        }

        String found = check(standalone, 1);
        for (String name : List.of("missing", "cut", "flipped", "small")) {
            assertTrue(found.contains('"' + name + '"'), found);
        }
        assertFalse(found.contains("\"good\""), found);
        assertTrue(found.contains("BLOB_MISSING") && found.contains("BLOB_DAMAGED"), found);

        Files.delete(flipped);
        try (Running running = standalone.start()) {
            CloudClient client = running.client();
            assertEquals(201, put(client, "missing again", 1, LONG));
            assertEquals(204, put(client, "cut", 2, LONG));
            assertEquals(201, put(client, "flipped again", 3, LONG));
            for (String name : List.of("missing", "missing again")) {
                assertHolds(client, name, 1, LONG);
            }
            assertHolds(client, "cut", 2, LONG);
            assertHolds(client, "flipped", 3, LONG);
            running.server().stop();
        }
        String left = check(standalone, 1);
        assertTrue(left.contains("\"small\"") && !left.contains("\"missing\""), left);
    }

    @Test
    void aFullDiskTakesNoMoreUntilThereIsRoom() throws IOException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        try (var mount = Mounted.on(disk, "96m")) {
            if (!Tools.allow("a full disk (needs the right to mount)", mount.isThere())) {
                return;
            }
            try (Running running = on(disk).start()) {
                CloudClient client = signIn(running);
                assertEquals(201, put(client, "first", 1, 8 * MIB));
                Path others = Files.write(disk.resolve("others"), new byte[70 * MIB]);

                assertEquals(507, client.put(authorization, "webdav/known", new Generated(2, 30 * MIB), 30 * MIB));
                assertEquals(507, client.put(authorization, "webdav/unknown", new Generated(3, 30 * MIB), -1));

                assertTrue(running.server().output().contains("STORAGE_FULL"));
                assertEquals(404, status(client, "unknown"));
                assertHolds(client, "first", 1, 8 * MIB);
                assertEquals(201, put(client, "small", 4, MIB));
                assertHolds(client, "small", 4, MIB);

                Files.delete(others);
                running.server().await("there is room", () -> put(client, "second", 2, 30 * MIB) == 201);
                assertHolds(client, "second", 2, 30 * MIB);
                running.server().stop();
            }
            check(on(disk), 0);
        }
    }

    @Test
    void aDiskThatIsReadOnlyIsStillRead() throws IOException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        try (var mount = Mounted.on(disk, "64m")) {
            if (!Tools.allow("a read-only disk (needs the right to mount)", mount.isThere())) {
                return;
            }
            try (Running running = on(disk).start()) {
                CloudClient client = signIn(running);
                assertEquals(201, put(client, "first", 1, MIB));

                mount.remount("ro");
                assertEquals(503, put(client, "second", 2, MIB));
                assertEquals(503, client.get("ready").statusCode());
                assertHolds(client, "first", 1, MIB);

                mount.remount("rw");
                assertEquals(201, put(client, "second", 2, MIB));
                assertHolds(client, "second", 2, MIB);
                running.server().stop();
            }
            check(on(disk), 0);
        }
    }

    @Test
    void aDiskThatIsGoneForAWhileIsAnsweredWith503() throws IOException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        Path blobs = disk.resolve(".blobs");
        try (Running running = on(disk).start()) {
            CloudClient client = signIn(running);
            assertEquals(201, put(client, "first", 1, MIB));

            Path away = Files.move(blobs, disk.resolve("away"));
            assertEquals(503, put(client, "second", 2, MIB));
            assertEquals(503, client.get("ready").statusCode());

            Files.move(away, blobs);
            assertEquals(201, put(client, "second", 2, MIB));
            assertHolds(client, "second", 2, MIB);
            assertHolds(client, "first", 1, MIB);
            running.server().stop();
        }
        check(on(disk), 0);
    }

    private Standalone on(Path disk) {
        return Standalone.in(folder).with(Map.of("OXICLOUD_STORAGE_PATH", disk.toString()));
    }

    private CloudClient signIn(Running running) {
        CloudClient client = running.client();
        client.setUp("");
        authorization = client.appPassword(client.signIn());
        return client;
    }

    /** The blobs that came with it. */
    private Set<Path> upload(CloudClient client, Path blobs, String name, long seed, int length) throws IOException {
        Set<Path> before = files(blobs);
        assertEquals(201, put(client, name, seed, length));
        Set<Path> came = new HashSet<>(files(blobs));
        came.removeAll(before);
        return came;
    }

    private static Set<Path> files(Path blobs) throws IOException {
        try (Stream<Path> all = Files.walk(blobs)) {
            return Set.copyOf(all.filter(Files::isRegularFile).toList());
        }
    }

    /** The blob that the content ends with. */
    private static Path last(Set<Path> blobs, long seed, int length) throws IOException {
        byte[] all = bytes(seed, length);
        for (Path blob : blobs) {
            byte[] part = Files.readAllBytes(blob);
            if (Arrays.equals(part, Arrays.copyOfRange(all, length - part.length, length))) {
                return blob;
            }
        }
        throw new AssertionError("no blob is the end of it");
    }

    private static void flip(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }

    private int put(CloudClient client, String name, long seed, int length) {
        try {
            return client.put(authorization, path(name), new Generated(seed, length), length);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private int status(CloudClient client, String name) throws IOException {
        HttpResponse<InputStream> answer = client.open(authorization, path(name));
        answer.body().close();
        return answer.statusCode();
    }

    private void assertHolds(CloudClient client, String name, long seed, int length) throws IOException {
        HttpResponse<InputStream> answer = client.open(authorization, path(name));
        try (InputStream body = answer.body()) {
            assertEquals(200, answer.statusCode(), name);
            assertTrue(Generated.equals(seed, length, body), name);
        }
    }

    /** An error, or right bytes that break off with the connection. */
    private void assertNeverWrong(CloudClient client, String name, long seed, int length) throws IOException {
        HttpResponse<InputStream> answer = client.open(authorization, path(name));
        var received = new ByteArrayOutputStream();
        boolean broken = false;
        try (InputStream body = answer.body()) {
            body.transferTo(received);
        } catch (IOException e) {
            broken = true;
        }
        if (answer.statusCode() == 200) {
            byte[] got = received.toByteArray();
            assertTrue(broken, name + " came to an end");
            assertNotEquals(length, got.length, name);
            assertTrue(Arrays.equals(got, Arrays.copyOf(bytes(seed, length), got.length)), name);
        } else {
            assertEquals(500, answer.statusCode(), name);
        }
    }

    private static byte[] bytes(long seed, int length) throws IOException {
        try (var content = new Generated(seed, length)) {
            return content.readAllBytes();
        }
    }

    private static String path(String name) {
        return "webdav/" + name.replace(" ", "%20");
    }

    private static String check(Standalone standalone, int code) {
        try (Child check = standalone.launch("fsck", "--deep")) {
            assertEquals(code, check.exitCode(), check.output());
            return check.output();
        }
    }
}
