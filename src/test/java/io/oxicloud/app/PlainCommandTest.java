package io.oxicloud.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.NewUser;
import io.oxicloud.base.Secret;
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

class PlainCommandTest {
    private final Map<String, String> environment = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @TempDir
    Path plain;

    @BeforeEach
    void keepItInTheFolder() {
        environment.put("OXICLOUD_DATA", folder.toString());
    }

    @Test
    void whatIsTakenInIsWrittenOut() throws Exception {
        try (Cloud cloud = Cloud.start(surroundings())) {
            cloud.setup().setUp(NewUser.of("admin", "admin@example.com", new Secret("correct horse")));
        }
        Path roses = Files.createDirectories(plain.resolve("Personal/garden")).resolve("roses.txt");
        Files.writeString(roses, "roses");
        Files.writeString(plain.resolve("Personal/back\\slash"), "refused");

        assertEquals(1, run(false));
        assertTrue(out.toString(UTF_8).contains("back\\slash"), out::toString);
        assertTrue(out.toString(UTF_8).contains("1 files written, 0 the same already, 1 left"), out::toString);
        Files.delete(roses);
        assertEquals(0, run(true));

        assertEquals("roses", Files.readString(roses));
        assertEquals("", err.toString(UTF_8));
    }

    @Test
    void itIsNotDoneWhereNothingEverRan() throws Exception {
        assertEquals(2, run(true));

        assertTrue(err.toString(UTF_8).contains("cannot export: no OxiCloud has run"), err::toString);
    }

    private int run(boolean export) throws IOException {
        try (var lines = new PrintStream(out, true, UTF_8);
                var complaints = new PrintStream(err, true, UTF_8)) {
            return PlainCommand.run(surroundings(), export, plain, lines, complaints);
        }
    }

    private Surroundings surroundings() {
        return new Surroundings(n -> Optional.empty(), Map.of(), environment, "", Launched.NOTHING);
    }
}
