package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.UserId;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class StoredSettingsTest {
    private static final Instant NOON = Instant.parse("2026-05-04T12:00:00Z");

    private final UserId admin = new UserId(UUID.randomUUID());
    private final Database database;
    private final StoredSettings settings;

    StoredSettingsTest(Engine engine) {
        database = TestDatabase.open(engine, Entities.CLASSES);
        var random = new SecureRandom();
        Sealer sealer = Sealer.open(database, random.generateSeed(Sealer.KEY_LENGTH), random);
        settings = new StoredSettings(database.requests(), sealer, Clock.fixed(NOON, ZoneOffset.UTC));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void settingsComeBackInTheOrderOfTheirKeysWithWhoChangedThem() {
        settings.put("mail.password", "pässword", true, admin);
        settings.put("mail.host", "localhost", false, admin);

        assertEquals(
                List.of(
                        new StoredSetting("mail.host", "localhost", false, admin, NOON),
                        new StoredSetting("mail.password", "pässword", true, admin, NOON)),
                List.copyOf(settings.all().values()));
    }

    @Test
    void aSettingCanBeReplacedAlsoByASecretAndRemoved() {
        settings.put("mail.host", "localhost", false, admin);
        settings.put("mail.host", "elsewhere", true, admin);
        assertEquals(
                Map.of("mail.host", new StoredSetting("mail.host", "elsewhere", true, admin, NOON)), settings.all());

        settings.put("mail.host", "", false, admin);
        assertEquals(Map.of("mail.host", new StoredSetting("mail.host", "", false, admin, NOON)), settings.all());

        settings.remove("mail.host");
        settings.remove("mail.host");
        assertEquals(Map.of(), settings.all());
    }

    @Test
    void aSecretIsNeitherInTheRowNorInAText() {
        settings.put("mail.password", "hush-hush", true, admin);

        StoredSettingEntity row = row("mail.password");
        assertEquals(null, row.plain);
        assertFalse(new String(sealed(row), StandardCharsets.ISO_8859_1).contains("hush"));
        assertFalse(settings.all().toString().contains("hush"));
    }

    @Test
    void aSecretMovedToAnotherKeyDoesNotOpen() {
        settings.put("mail.password", "one", true, admin);
        settings.put("ldap.password", "two", true, admin);
        byte[] moved = sealed(row("mail.password"));

        database.requests()
                .write(
                        "test",
                        scope -> scope.session()
                                .createMutationQuery(
                                        "update StoredSettingEntity s set s.sealed = :sealed where s.name = 'ldap.password'")
                                .setParameter("sealed", moved)
                                .executeUpdate());

        assertThrows(CloudException.class, settings::all);
    }

    private StoredSettingEntity row(String name) {
        return database.requests().read("row", scope -> scope.session().find(StoredSettingEntity.class, name));
    }

    private static byte[] sealed(StoredSettingEntity row) {
        return row.sealed == null ? new byte[0] : row.sealed;
    }
}
