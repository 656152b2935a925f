package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.Tools;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contents on one volume, the rest of the data on another, temporary files on a third that nothing fits on. T-09. */
class VolumesIT {
    private static final int LENGTH = 10 << 20;
    private static final long SEED = 9;
    private static final byte[] FIRST = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, 1};
    private static final byte[] SECOND = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, 2};

    @TempDir
    Path folder;

    @Test
    void nothingIsMovedFromOneVolumeToAnother() throws IOException {
        Path contents = Files.createDirectory(folder.resolve("contents"));
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        try (var large = Mounted.on(contents, "64m");
                var small = Mounted.on(temporary, "1m")) {
            if (!Tools.allow("several volumes (needs the right to mount)", large.isThere() && small.isThere())) {
                return;
            }
            assertNotEquals(Files.getFileStore(folder), Files.getFileStore(contents));
            Standalone standalone = Standalone.in(folder)
                    .on("-Xmx256m", "-Djava.io.tmpdir=" + temporary)
                    .with(Map.of("OXICLOUD_STORAGE_PATH", contents.toString()));
            try (Running running = standalone.start()) {
                CloudClient client = running.client();
                client.setUp("");
                String authorization = client.appPassword(client.signIn());

                for (long length : new long[] {LENGTH, -1}) {
                    String path = "webdav/" + length + ".bin";
                    try (var content = new Generated(SEED, LENGTH)) {
                        assertEquals(201, client.put(authorization, path, content, length));
                    }
                    HttpResponse<InputStream> answer = client.open(authorization, path);
                    try (InputStream body = answer.body()) {
                        assertTrue(Generated.equals(SEED, LENGTH, body), path);
                    }
                }
                assertOverwrittenIsSeen(client, authorization);
                assertEquals(
                        201, client.ask("MKCOL", authorization, "webdav/folder").statusCode());
                assertEquals(
                        405, client.ask("MKCOL", authorization, "webdav/folder").statusCode());
            }
            assertEmpty(temporary);
        }
    }

    /** Whoever keeps a picture made of it learns that there is another one. */
    private static void assertOverwrittenIsSeen(CloudClient client, String authorization) throws IOException {
        assertEquals(201, client.put(authorization, "webdav/a.jpg", new ByteArrayInputStream(FIRST), FIRST.length));
        var first = client.ask("GET", authorization, "webdav/a.jpg");
        assertEquals(204, client.put(authorization, "webdav/a.jpg", new ByteArrayInputStream(SECOND), SECOND.length));
        String tag = first.headers().firstValue("ETag").orElseThrow();

        var second = client.ask("GET", authorization, "webdav/a.jpg", "If-None-Match", tag);

        assertEquals(200, second.statusCode());
        assertEquals(2, second.body()[3]);
        assertNotEquals(tag, second.headers().firstValue("ETag").orElseThrow());
    }

    private static void assertEmpty(Path folder) throws IOException {
        try (Stream<Path> left = Files.walk(folder)) {
            assertEquals(0, left.filter(Files::isRegularFile).count());
        }
    }
}
