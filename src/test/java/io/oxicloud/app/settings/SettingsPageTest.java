package io.oxicloud.app.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SettingsPageTest {
    private static final Path PAGE = Path.of("docs", "settings.md");

    @Test
    void thePageOfSettingsIsWhatTheCatalogueSays() throws IOException {
        if (Boolean.getBoolean("settings.write")) {
            Files.writeString(PAGE, SettingsPage.text());
        }

        assertEquals(
                SettingsPage.text(),
                Files.readString(PAGE),
                "stale; renew it with ./mvnw -f pom.xml test -Dtest=SettingsPageTest -Dsettings.write=true");
    }
}
