package io.oxicloud.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    private final Map<String, String> environment = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @BeforeEach
    void keepItInTheFolder() {
        environment.put("OXICLOUD_DATA", folder.toString());
    }

    @Test
    void aStoreInOrderIsClean() throws Exception {
        Cloud.start(surroundings()).close();

        assertEquals(0, check());
        assertEquals("clean: 0 contents, 0 chunks, 0 blobs", out.toString(UTF_8).strip());
    }

    @Test
    void whatIsFoundIsPrintedAndLeftAsItIs() throws Exception {
        Cloud.start(surroundings()).close();
        Path orphan = folder.resolve("storage/.blobs/ab").resolve("ab".repeat(32) + "-00000001.blob");
        Files.write(orphan, new byte[3]);

        assertEquals(1, check());

        assertTrue(out.toString(UTF_8).startsWith("BLOB_ORPHANED no row names blob abab"), out::toString);
        assertTrue(out.toString(UTF_8).contains("1 findings: 0 contents, 0 chunks, 1 blobs"), out::toString);
        assertTrue(Files.exists(orphan));
    }

    @Test
    void itIsNotDoneBesideARunningServer() throws Exception {
        try (Cloud cloud = Cloud.start(surroundings())) {
            assertEquals(2, check());

            assertTrue(err.toString(UTF_8).contains("is in use by another running OxiCloud"), err::toString);
            assertTrue(cloud.setup().status().adminCount() == 0);
        }
    }

    @Test
    void itIsNotDoneWhereNothingEverRan() throws Exception {
        assertEquals(2, check());

        assertTrue(
                err.toString(UTF_8).contains("no OxiCloud has run with the data directory " + folder), err::toString);
        try (var files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }

    private int check() throws InterruptedException, IOException {
        try (var lines = new PrintStream(out, true, UTF_8);
                var complaints = new PrintStream(err, true, UTF_8)) {
            return CheckCommand.run(surroundings(), true, lines, complaints);
        }
    }

    private Surroundings surroundings() {
        return new Surroundings(n -> Optional.empty(), Map.of(), environment, "", Launched.NOTHING);
    }
}
