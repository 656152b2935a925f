package io.oxicloud.app.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SettingsTest {
    @Test
    void theFirstPlaceWithAValueWins() {
        Settings settings = Settings.of(List.of(
                        Source.naming(name -> Optional.of("1").filter(v -> name.equals("db.max.connections"))),
                        Source.properties(Map.of("oxicloud.db.max.connections", "2", "oxicloud.db.user", "property")),
                        Source.environment(
                                Map.of("OXICLOUD_DB_USER", "environment", "OXICLOUD_DB_URL", "environment"))))
                .before(Source.file(
                        "oxicloud.properties", Map.of("oxicloud.db.url", "file", "oxicloud.db.jndi", "file")))
                .before(Source.stored(Map.of("db.jndi", "row", "base.url", "https://row.example.org")));

        assertEquals(1, settings.count(Setting.DB_MAX_CONNECTIONS));
        assertEquals("property", settings.text(Setting.DB_USER));
        assertEquals("environment", settings.text(Setting.DB_URL));
        assertEquals("file", settings.text(Setting.DB_JNDI));
        assertEquals("https://row.example.org", settings.text(Setting.BASE_URL));
    }

    @Test
    void everySettingSaysWhichPlaceWonAndWhichLost() {
        Settings settings = Settings.of(List.of(
                Source.properties(Map.of("oxicloud.db.password", "a")),
                Source.environment(Map.of("OXICLOUD_DB_PASSWORD", "b", "OXICLOUD_DB_USER", "c")),
                Source.stored(Map.of("db.password", "d"))));

        assertEquals(
                new Settings.Effective(
                        Setting.DB_PASSWORD, "***", "system property", List.of("environment", "database")),
                effective(settings, Setting.DB_PASSWORD));
        assertEquals(
                new Settings.Effective(Setting.DB_USER, "c", "environment", List.of()),
                effective(settings, Setting.DB_USER));
        assertEquals(
                new Settings.Effective(Setting.SERVER_PORT, "8080", "default", List.of()),
                effective(settings, Setting.SERVER_PORT));
        assertEquals(
                new Settings.Effective(Setting.BASE_URL, "", "default", List.of()),
                effective(settings, Setting.BASE_URL));
    }

    @ParameterizedTest
    @CsvSource({
        "SERVER_PORT, eighty",
        "SERVER_PORT, 65536",
        "DB_MAX_CONNECTIONS, 0",
        "COOKIE_SECURE, yes",
        "TRUST_PROXY_CIDR, 10.0.0.0/33",
        "TRUST_PROXY_CIDR, proxy.example.org",
        "BASE_URL, cloud.example.org",
        "WEBDAV_DRIVE_LISTING_PREFIX, a/b",
        "WEBDAV_DRIVE_LISTING_PREFIX, ..",
        "WEBDAV_DRIVE_LISTING_PREFIX, a\\b"
    })
    void aValueThatCannotBeUsedIsRefusedWithKeyPlaceAndValue(Setting setting, String value) {
        var source = Source.environment(Map.of("OXICLOUD_" + setting, value));

        var refused = assertThrows(SettingException.class, () -> Settings.of(List.of(source)));

        assertTrue(message(refused).contains(setting.name()), message(refused));
        assertTrue(message(refused).contains("environment"), message(refused));
        assertTrue(message(refused).contains(value), message(refused));
    }

    @Test
    void aSecretIsNotRepeatedWhereverItIsWrong() {
        var source = Source.environment(Map.of("OXICLOUD_MASTER_KEY", "hush-hush"));

        var refused = assertThrows(SettingException.class, () -> Settings.of(List.of(source)));

        assertTrue(message(refused).contains("MASTER_KEY"), message(refused));
        assertFalse(message(refused).contains("hush"), message(refused));
        assertFalse(source.toString().contains("hush"));
    }

    @Test
    void aValueThatLosesIsNotChecked() {
        Settings settings = Settings.of(List.of(
                Source.properties(Map.of("oxicloud.server.port", "81")),
                Source.environment(Map.of("OXICLOUD_SERVER_PORT", "eighty"))));

        assertEquals(81, settings.count(Setting.SERVER_PORT));
    }

    @Test
    void anUnknownNameIsReportedWithItsPlace() {
        Settings settings = Settings.of(List.of(
                Source.properties(Map.of("oxicloud.db.ulr", "x", "other.db.url", "x")),
                Source.environment(Map.of("OXICLOUD_DB_ULR", "x", "OXICLOUD_DB_URL", "x", "PATH", "x"))));

        assertEquals(List.of("DB_ULR (system property)", "DB_ULR (environment)"), settings.unknown());
    }

    @Test
    void aLineInOurOwnFileThatIsSpelledLikeNoSettingIsReported() {
        Settings settings = Settings.of(List.of(Source.file(
                "oxicloud.properties",
                Map.of("OXICLOUD_MAX_JSON_BYTES", "5000", "DB_USER", "x", "oxicloud.db.url", "x"))));

        assertEquals(
                List.of("DB_USER (oxicloud.properties)", "OXICLOUD_MAX_JSON_BYTES (oxicloud.properties)"),
                settings.unknown());
        assertEquals("oxicloud", settings.text(Setting.DB_USER));
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void whatEverySettingTakesIsWhatItsPageSays(Setting setting) {
        String takes = setting.form().name();

        setting.form().complaintAbout("a/b").ifPresent(complaint -> assertFalse(takes.equals("text"), complaint));
        if (complaint(setting, "-1").matches("must be (at least|from) .*")) {
            assertTrue(takes.contains(complaint(setting, "-1").replaceFirst("must be (from )?", "")), takes);
        }
    }

    private static String complaint(Setting setting, String value) {
        return setting.form().complaintAbout(value).orElse("");
    }

    @Test
    void aRetiredNameStopsTheStartAndSaysWhatToUse() {
        var source = Source.environment(Map.of("OXICLOUD_DB_CONNECTION_STRING", "postgres://u:p@h/d"));

        var refused = assertThrows(SettingException.class, () -> Settings.of(List.of(source)));

        assertEquals(
                "the setting DB_CONNECTION_STRING (environment) is retired: use DB_URL (a jdbc: address), DB_USER and"
                        + " DB_PASSWORD",
                refused.getMessage());
    }

    @Test
    void aBlankValueCountsAsNone() {
        Settings settings = Settings.of(List.of(
                Source.properties(Map.of("oxicloud.db.user", " ")),
                Source.environment(Map.of("OXICLOUD_DB_USER", ""))));

        assertEquals("oxicloud", settings.text(Setting.DB_USER));
    }

    @Test
    void valuesComeInTheirTypes() {
        Settings settings = Settings.of(List.of(Source.environment(Map.of(
                "OXICLOUD_DATA", "/srv/cloud",
                "OXICLOUD_DB_STATEMENT_TIMEOUT_SECS", "7",
                "OXICLOUD_DB_PASSWORD", "hush",
                "OXICLOUD_TRUST_PROXY_CIDR", "10.0.0.0/8"))));

        assertEquals(Optional.of(Path.of("/srv/cloud")), settings.path(Setting.DATA));
        assertEquals(Duration.ofSeconds(7), settings.seconds(Setting.DB_STATEMENT_TIMEOUT_SECS));
        assertEquals(Optional.of(new Secret("hush")), settings.secret(Setting.DB_PASSWORD));
        assertTrue(settings.addressBlocks(Setting.TRUST_PROXY_CIDR).contains("10.1.2.3"));
    }

    @ParameterizedTest
    @EnumSource
    void everyDefaultIsAValueThatTheSettingTakes(Setting setting) {
        setting.defaultText()
                .ifPresent(
                        value -> assertEquals(Optional.empty(), setting.form().complaintAbout(value)));
    }

    private static Settings.Effective effective(Settings settings, Setting setting) {
        return settings.effective().stream()
                .filter(e -> e.setting() == setting)
                .findFirst()
                .orElseThrow();
    }

    private static String message(Exception e) {
        return String.valueOf(e.getMessage());
    }
}
