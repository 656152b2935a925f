package io.oxicloud.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.app.settings.Settings;
import io.oxicloud.app.settings.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MasterKeyTest {
    private static final Settings NONE = Settings.of(List.of());

    @TempDir
    Path folder;

    private DataDirectory data;

    @BeforeEach
    void open() {
        data = DataDirectory.open(folder);
    }

    @AfterEach
    void close() throws IOException {
        data.close();
    }

    @Test
    void theFirstStartMakesItAndLaterOnesReadIt() throws IOException {
        byte[] first = MasterKey.of(NONE, data, new SecureRandom());
        byte[] second = MasterKey.of(NONE, data, new SecureRandom());

        assertEquals(32, first.length);
        assertArrayEquals(first, second);
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("master-key"))));
    }

    @Test
    void aGivenOneWinsAndLeavesNoFile() {
        byte[] given = new byte[32];
        given[0] = 7;
        var source = Source.environment(
                Map.of("OXICLOUD_MASTER_KEY", Base64.getEncoder().encodeToString(given)));

        byte[] key = MasterKey.of(Settings.of(List.of(source)), data, new SecureRandom());

        assertArrayEquals(given, key);
        assertFalse(Files.exists(folder.resolve("master-key")));
    }

    @Test
    void aFileThatHoldsSomethingElseStopsTheStart() {
        data.write("master-key", "c2hvcnQ=");

        assertThrows(StartFailure.class, () -> MasterKey.of(NONE, data, new SecureRandom()));
    }
}
