package io.oxicloud.app;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.NewUser;
import io.oxicloud.base.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole product started in this process, without a server around it. */
class CloudTest {
    private static final NewUser ANNA = NewUser.of("anna", "anna@example.org", new Secret("correct horse"));

    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    Path folder;

    @BeforeEach
    void keepItInTheFolder() {
        environment.put("OXICLOUD_DATA", folder.toString());
        environment.put("OXICLOUD_HASH_MEMORY_COST", "1024");
        environment.put("OXICLOUD_HASH_TIME_COST", "1");
    }

    @Test
    void itStartsInAnEmptyFolderWithEveryEdge() {
        try (Cloud cloud = start()) {
            assertFalse(cloud.setup().status().initialized());
            assertEquals(
                    List.of("health", "api", "webdav", "principals", "pages", "assets", "well-known", "nothing"),
                    cloud.mounts().stream().map(Mount::name).toList());
        }
    }

    @Test
    void theSetupTokenLiesInTheFolderUntilTheFirstAccountIsMade() throws IOException {
        String token;
        try (Cloud cloud = start()) {
            assertFalse(cloud.setup().status().initialized());
            token = Files.readString(folder.resolve("setup-token"));
        }
        try (Cloud cloud = start()) {
            assertEquals(token, Files.readString(folder.resolve("setup-token")), "another token after a restart");

            cloud.setup().setUp(ANNA);

            assertFalse(Files.exists(folder.resolve("setup-token")));
        }
        try (Cloud cloud = start()) {
            assertTrue(cloud.setup().status().initialized());
            assertFalse(Files.exists(folder.resolve("setup-token")));
        }
    }

    @Test
    void theSettingsMayNameTheFirstAdministrator() {
        environment.put("OXICLOUD_ADMIN_USERNAME", "anna");
        environment.put("OXICLOUD_ADMIN_PASSWORD", "correct horse");

        try (Cloud cloud = start()) {
            assertEquals(1, cloud.setup().status().adminCount());
            assertFalse(Files.exists(folder.resolve("setup-token")));
        }
        environment.put("OXICLOUD_ADMIN_USERNAME", "somebody-else");
        try (Cloud cloud = start()) {
            assertEquals(1, cloud.setup().status().adminCount(), "only the first start makes one");
        }
    }

    @Test
    void anAdministratorThatCannotBeMadeStopsTheStartWithoutItsPassword() {
        environment.put("OXICLOUD_ADMIN_USERNAME", "anna");
        environment.put("OXICLOUD_ADMIN_PASSWORD", "short");

        var refused = assertThrows(StartFailure.class, this::start);

        assertTrue(String.valueOf(refused.getMessage()).contains("ADMIN_"), refused::toString);
        assertFalse(String.valueOf(refused.getMessage()).contains("short"), refused::toString);
    }

    @Test
    void aStartThatFailsLateLeavesNothingOpen() throws IOException {
        Path blocked = Files.writeString(folder.resolve("blocked"), "a file");
        environment.put("OXICLOUD_STORAGE_PATH", blocked.toString());

        assertThrows(StartFailure.class, this::start);
        environment.remove("OXICLOUD_STORAGE_PATH");

        assertDoesNotThrow(() -> start().close());
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        assertNotEquals("", Version.ofThisBuild());
        assertFalse(Version.ofThisBuild().contains("$"), Version.ofThisBuild());
    }

    private Cloud start() {
        return Cloud.start(
                new Surroundings(n -> Optional.empty(), Map.of(), environment, "", new Launched(Map.of(), null, true)));
    }
}
