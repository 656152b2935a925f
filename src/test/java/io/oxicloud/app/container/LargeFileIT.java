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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file many times as large as the heap goes in and comes out. */
class LargeFileIT {
    private static final boolean FULL = Boolean.getBoolean("full");
    private static final long LENGTH = FULL ? 5L << 30 : 300L << 20;
    private static final int HEAP_MIB = FULL ? 256 : 160;
    private static final long SEED = 20260305;

    /** Used before and after a collection, and the heap's size then. */
    private static final Pattern COLLECTION = Pattern.compile("(\\d+)M->(\\d+)M\\((\\d+)M\\)");

    @TempDir
    Path folder;

    @Test
    void aFileLargerThanTheHeapComesBack() throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        assertTrue(free > LENGTH * 5 / 4, () -> LENGTH + " bytes go to " + folder + ", which has " + free + " left");
        Path log = folder.resolve("gc.log");
        Standalone standalone = Standalone.in(folder).on("-Xmx" + HEAP_MIB + "m", "-Xlog:gc:file=" + log);
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
            assertEdges(client, authorization);

            System.out.printf(
                    "%,d MiB in with %,d MiB/s, out with %,d MiB/s%n", LENGTH >> 20, rate(in - begin), rate(out - in));
            assertFalse(
                    running.server().output().contains("OutOfMemory"),
                    running.server().output());
        }
        assertFlat(log);
    }

    /** Lengths and offsets behind 4 GiB are not cut down to 32 bits. W-37. */
    private static void assertEdges(CloudClient client, String authorization) throws IOException {
        var head = client.ask("HEAD", authorization, "webdav/large.bin");
        assertEquals(LENGTH, head.headers().firstValueAsLong("Content-Length").orElseThrow());

        long first = Math.min(4_294_967_290L, LENGTH - 100);
        long last = first + 10;
        var part = client.ask("GET", authorization, "webdav/large.bin", "Range", "bytes=" + first + "-" + last);
        assertEquals(206, part.statusCode());
        assertEquals(
                "bytes " + first + "-" + last + "/" + LENGTH,
                part.headers().firstValue("Content-Range").orElseThrow());
        try (var expected = new Generated(SEED, LENGTH)) {
            expected.skipNBytes(first);
            assertArrayEquals(expected.readNBytes(11), part.body());
        }

        var found = client.ask("PROPFIND", authorization, "webdav/large.bin", "Depth", "0");
        assertEquals(207, found.statusCode());
        String properties = new String(found.body(), StandardCharsets.UTF_8);
        assertTrue(properties.contains("getcontentlength>" + LENGTH + "<"), properties);
    }

    /**
     * What outlives collections does not grow with what has been transferred. The least that is left after one counts, for
     * others leave what they did not come to; the first third is the start.
     */
    private static void assertFlat(Path log) throws IOException {
        List<int[]> collections = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            Matcher found = COLLECTION.matcher(line);
            if (found.find()) {
                collections.add(new int[] {Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2))});
            }
        }
        int third = collections.size() / 3;
        int early = collections.stream()
                .skip(third)
                .limit(third)
                .mapToInt(c -> c[1])
                .min()
                .orElseThrow();
        int late =
                collections.stream().skip(2L * third).mapToInt(c -> c[1]).min().orElseThrow();
        System.out.printf(
                "%d collections, at most %d of %d MiB in use, %d MiB or more after one in the second third and %d MiB in the last%n",
                collections.size(),
                collections.stream().mapToInt(c -> c[0]).max().orElseThrow(),
                HEAP_MIB,
                early,
                late);
        assertTrue(late <= early + HEAP_MIB / 8, () -> early + " MiB, then " + late);
    }

    private static long rate(long nanos) {
        return (LENGTH >> 20) * 1_000_000_000L / nanos;
    }
}
