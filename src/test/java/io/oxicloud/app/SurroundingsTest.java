package io.oxicloud.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurroundingsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "jboss.server.data.dir, '', /server/oxicloud",
        "jboss.server.data.dir, /cloud, /server/oxicloud-cloud",
        "catalina.base, /apps/cloud, /server/oxicloud-apps-cloud",
        "user.home, '', /server/.oxicloud",
        "user.home, /cloud, /server/.oxicloud-cloud"
    })
    void twoCopiesInOneServerHaveDataDirectoriesOfTheirOwn(String property, String context, String expected) {
        var surroundings = new Surroundings(
                n -> Optional.empty(), Map.of(property, "/server"), Map.of(), context, Launched.NOTHING);

        assertEquals(Path.of(expected), surroundings.usualDataDirectory());
    }

    @Test
    void namesOfTheContainerBeatPropertiesAndTheEnvironment() {
        var surroundings = new Surroundings(
                name -> Optional.<Object>of("jndi").filter(v -> name.equals("java:comp/env/oxicloud/db.user")),
                Map.of("oxicloud.db.user", "property", "oxicloud.db.url", "property"),
                Map.of("OXICLOUD_DB_USER", "environment", "OXICLOUD_DB_URL", "environment"),
                "",
                Launched.NOTHING);

        Settings settings = Settings.of(surroundings.sources());

        assertEquals("jndi", settings.text(Setting.DB_USER));
        assertEquals("property", settings.text(Setting.DB_URL));
    }

    @Test
    void theCommandLineBeatsAllAndIsToldAsWhatItIs() {
        var surroundings = new Surroundings(
                n -> Optional.empty(),
                Map.of("oxicloud.server.port", "82", "user.home", "/home/anna"),
                Map.of(),
                "/cloud",
                new Launched(Map.of("SERVER_PORT", "81"), Path.of("/home/anna/.oxicloud"), true));

        Settings settings = Settings.of(surroundings.sources());

        assertTrue(settings.effective()
                .contains(
                        new Settings.Effective(Setting.SERVER_PORT, "81", "command line", List.of("system property"))));
        assertEquals(Path.of("/home/anna/.oxicloud"), surroundings.usualDataDirectory());
    }

    @Test
    void theFileIsReadAsUtf8() throws IOException {
        Files.writeString(folder.resolve("oxicloud.properties"), "oxicloud.db.user = jörg\n");

        Settings settings = Settings.of(List.of(Surroundings.file(folder)));

        assertEquals("jörg", settings.text(Setting.DB_USER));
    }

    @Test
    void theFileCannotSayWhereItLies() throws IOException {
        Files.writeString(folder.resolve("oxicloud.properties"), "oxicloud.data = /elsewhere\n");

        assertThrows(StartFailure.class, () -> Surroundings.file(folder));
    }

    @Test
    void noFileIsNoSettings() {
        assertEquals(Map.of(), Surroundings.file(folder).values());
    }
}
