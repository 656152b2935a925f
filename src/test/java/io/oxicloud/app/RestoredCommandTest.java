package io.oxicloud.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.NewUser;
import io.oxicloud.base.Secret;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoredCommandTest {
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
    void itMarksAllFoldersAndMayBeRepeated() {
        try (Cloud cloud = Cloud.start(surroundings())) {
            cloud.setup().setUp(NewUser.of("admin", "admin@example.com", new Secret("correct horse")));
        }

        assertEquals(0, run());
        assertEquals(0, run());

        assertEquals("1 folders have new tags and tokens\n".repeat(2), out.toString(UTF_8));
        assertEquals("", err.toString(UTF_8));
    }

    @Test
    void itIsNotDoneBesideARunningServer() {
        try (Cloud cloud = Cloud.start(surroundings())) {
            assertEquals(2, run());

            assertTrue(err.toString(UTF_8).contains("is in use by another running OxiCloud"), err::toString);
            assertEquals(0, cloud.setup().status().adminCount());
        }
    }

    @Test
    void itIsNotDoneWhereNothingEverRan() {
        assertEquals(2, run());

        assertTrue(err.toString(UTF_8).contains("cannot mark the restore: no OxiCloud has run"), err::toString);
    }

    private int run() {
        try (var lines = new PrintStream(out, true, UTF_8);
                var complaints = new PrintStream(err, true, UTF_8)) {
            return RestoredCommand.run(surroundings(), lines, complaints);
        }
    }

    private Surroundings surroundings() {
        return new Surroundings(n -> Optional.empty(), Map.of(), environment, "", Launched.NOTHING);
    }
}
