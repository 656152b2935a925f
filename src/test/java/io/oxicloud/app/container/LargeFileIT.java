package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file many times as large as the heap goes in and comes out. */
class LargeFileIT {
    private static final boolean FULL = Boolean.getBoolean("full");
    private static final long LENGTH = FULL ? 5L << 30 : 300L << 20;
    private static final int HEAP_MIB = FULL ? 256 : 160;
    private static final long SEED = 20260305;

    @TempDir
    Path folder;

    @Test
    void aFileLargerThanTheHeapComesBack() throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        assertTrue(free > LENGTH * 9 / 4, () -> LENGTH + " bytes go to " + folder + ", which has " + free + " left");
        var heap = new Heap(folder.resolve("gc.log"), HEAP_MIB);
        Standalone standalone = Standalone.in(folder).on(heap.options());
        try (Running running = standalone.start()) {
            CloudClient client = running.client();
            client.setUp("");
            String authorization = client.appPassword(client.signIn());

            long begin = System.nanoTime();
            try (var content = new Generated(SEED, LENGTH)) {
                assertEquals(201, client.put(authorization, "webdav/large.bin", content, LENGTH));
            }
            long in = System.nanoTime();
            HttpResponse<InputStream> answer = client.open(authorization, "webdav/large.bin");
            try (InputStream body = answer.body()) {
                assertEquals(200, answer.statusCode());
                assertTrue(Generated.equals(SEED, LENGTH, body), "other bytes came back");
            }
            long out = System.nanoTime();
            assertEdges(client, authorization, SEED);
            try (var content = new Generated(SEED + 1, LENGTH)) {
                assertEquals(204, client.putWhenAsked(authorization, "webdav/large.bin", content));
            }
            assertEdges(client, authorization, SEED + 1);

            System.out.printf(
                    "%,d MiB in with %,d MiB/s, out with %,d MiB/s%n", LENGTH >> 20, rate(in - begin), rate(out - in));
            assertFalse(
                    running.server().output().contains("OutOfMemory"),
                    running.server().output());
        }
        heap.assertFlat();
    }

    /** Lengths and offsets behind 4 GiB are not cut down to 32 bits. W-37. */
    private static void assertEdges(CloudClient client, String authorization, long seed) throws IOException {
        var head = client.ask("HEAD", authorization, "webdav/large.bin");
        assertEquals(LENGTH, head.headers().firstValueAsLong("Content-Length").orElseThrow());

        long first = Math.min(4_294_967_290L, LENGTH - 100);
        long last = first + 10;
        var part = client.ask("GET", authorization, "webdav/large.bin", "Range", "bytes=" + first + "-" + last);
        assertEquals(206, part.statusCode());
        assertEquals(
                "bytes " + first + "-" + last + "/" + LENGTH,
                part.headers().firstValue("Content-Range").orElseThrow());
        try (var expected = new Generated(seed, LENGTH)) {
            expected.skipNBytes(first);
            assertArrayEquals(expected.readNBytes(11), part.body());
        }

        var found = client.ask("PROPFIND", authorization, "webdav/large.bin", "Depth", "0");
        assertEquals(207, found.statusCode());
        String properties = new String(found.body(), StandardCharsets.UTF_8);
        assertTrue(properties.contains("getcontentlength>" + LENGTH + "<"), properties);
    }

    private static long rate(long nanos) {
        return (LENGTH >> 20) * 1_000_000_000L / nanos;
    }
}
