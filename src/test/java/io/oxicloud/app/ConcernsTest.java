package io.oxicloud.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.AccountSettings;
import io.oxicloud.account.limit.LimitSettings;
import io.oxicloud.account.password.HashSettings;
import io.oxicloud.account.session.TokenSettings;
import io.oxicloud.app.settings.SettingException;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.app.settings.Source;
import io.oxicloud.chunk.StoreSettings;
import io.oxicloud.dav.DavSettings;
import io.oxicloud.db.DatabaseSettings;
import io.oxicloud.rest.CookieSecurity;
import io.oxicloud.rest.RestSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConcernsTest {
    @Test
    void theDefaultsOfTheCatalogueAreThoseOfTheRecords() {
        Concerns concerns = concerns(Map.of());

        assertEquals(DatabaseSettings.DEFAULTS, concerns.database());
        assertEquals(AccountSettings.DEFAULTS, concerns.accounts());
        assertEquals(
                new RestSettings(CookieSecurity.AUTO, null, true, RestSettings.DEFAULT_JSON_BYTES),
                concerns.rest(true));
        assertEquals(DavSettings.DEFAULTS, concerns.dav());
        assertEquals(StoreSettings.DEFAULTS, concerns.store(256 << 20));
        assertEquals(10L << 30, concerns.writes(() -> 1).maxUploadBytes());
        assertEquals(20L << 30, concerns.heldBytes());
        assertEquals(Duration.ofMinutes(10), concerns.usageReconciliation());
        assertEquals(Duration.ofMillis(500), concerns.treeFlush());
    }

    @Test
    void everyKeyOfFilesReachesItsField() {
        Concerns concerns = concerns(Map.of(
                "OXICLOUD_MAX_HELD_BYTES",
                "77",
                "OXICLOUD_MAX_UPLOAD_SIZE",
                "41",
                "OXICLOUD_STORAGE_USAGE_RECONCILE_SECS",
                "42",
                "OXICLOUD_TREE_ETAG_FLUSH_MS",
                "430"));

        assertEquals(41, concerns.writes(() -> 1).maxUploadBytes());
        assertEquals(77, concerns.heldBytes());
        assertEquals(Duration.ofSeconds(42), concerns.usageReconciliation());
        assertEquals(Duration.ofMillis(430), concerns.treeFlush());
    }

    @Test
    void everyDatabaseKeyReachesItsField() {
        DatabaseSettings settings = concerns(Map.of(
                        "OXICLOUD_DB_MAX_CONNECTIONS", "1",
                        "OXICLOUD_DB_MAINTENANCE_MAX", "2",
                        "OXICLOUD_DB_STATEMENT_TIMEOUT_SECS", "3",
                        "OXICLOUD_DB_LOCK_TIMEOUT_SECS", "4"))
                .database();

        assertEquals(new DatabaseSettings(1, 2, Duration.ofSeconds(3), Duration.ofSeconds(4)), settings);
    }

    @Test
    void everyAccountKeyReachesItsField() {
        AccountSettings settings = concerns(Map.ofEntries(
                        Map.entry("OXICLOUD_HASH_MEMORY_COST", "1024"),
                        Map.entry("OXICLOUD_HASH_TIME_COST", "5"),
                        Map.entry("OXICLOUD_HASH_PARALLELISM", "6"),
                        Map.entry("OXICLOUD_HASH_CONCURRENCY", "7"),
                        Map.entry("OXICLOUD_ACCESS_TOKEN_EXPIRY_SECS", "11"),
                        Map.entry("OXICLOUD_REFRESH_TOKEN_EXPIRY_SECS", "12"),
                        Map.entry("OXICLOUD_RATE_LIMIT_LOGIN_MAX", "21"),
                        Map.entry("OXICLOUD_RATE_LIMIT_LOGIN_WINDOW_SECS", "22"),
                        Map.entry("OXICLOUD_RATE_LIMIT_REGISTER_MAX", "23"),
                        Map.entry("OXICLOUD_RATE_LIMIT_REGISTER_WINDOW_SECS", "24"),
                        Map.entry("OXICLOUD_RATE_LIMIT_REFRESH_MAX", "25"),
                        Map.entry("OXICLOUD_RATE_LIMIT_REFRESH_WINDOW_SECS", "26"),
                        Map.entry("OXICLOUD_RATE_LIMIT_BASIC_MAX", "33"),
                        Map.entry("OXICLOUD_RATE_LIMIT_BASIC_WINDOW_SECS", "34"),
                        Map.entry("OXICLOUD_LOCKOUT_MAX_FAILURES", "27"),
                        Map.entry("OXICLOUD_LOCKOUT_DURATION_SECS", "28"),
                        Map.entry("OXICLOUD_DAV_BASIC", "app-password-only"),
                        Map.entry("OXICLOUD_BASIC_OVER_HTTP", "false"),
                        Map.entry("OXICLOUD_QUOTA_ADMIN_BYTES", "31"),
                        Map.entry("OXICLOUD_QUOTA_USER_BYTES", "32")))
                .accounts();

        assertEquals(
                new AccountSettings(
                        new HashSettings(1024, 5, 6, 7, HashSettings.DEFAULTS.waiting()),
                        new TokenSettings(
                                Duration.ofSeconds(11), Duration.ofSeconds(12), TokenSettings.DEFAULTS.keyLife()),
                        new LimitSettings(
                                new LimitSettings.Limit(
                                        LimitSettings.DEFAULTS.login().name(), 21, Duration.ofSeconds(22)),
                                new LimitSettings.Limit(
                                        LimitSettings.DEFAULTS.register().name(), 23, Duration.ofSeconds(24)),
                                new LimitSettings.Limit(
                                        LimitSettings.DEFAULTS.refresh().name(), 25, Duration.ofSeconds(26)),
                                new LimitSettings.Limit(
                                        LimitSettings.DEFAULTS.basic().name(), 33, Duration.ofSeconds(34)),
                                27,
                                Duration.ofSeconds(28)),
                        new AccountSettings.Basic(true, false),
                        31,
                        32),
                settings);
    }

    @Test
    void everyKeyOfTheStoreReachesItsField() {
        assertEquals(
                new StoreSettings(3, 4, 5_000_000),
                concerns(Map.of(
                                "OXICLOUD_INGEST_OVERLAP", "3",
                                "OXICLOUD_READ_AHEAD_THREADS", "4",
                                "OXICLOUD_CONTENT_CACHE_BYTES", "5000000"))
                        .store(1L << 40));
        assertEquals(256 << 20, concerns(Map.of()).store(1L << 40).contentCacheBytes());
        Concerns little = concerns(Map.of("OXICLOUD_CONTENT_CACHE_BYTES", "1"));
        assertThrows(SettingException.class, () -> little.store(1L << 40));
    }

    @Test
    void everyKeyOfTheApiReachesItsField() {
        RestSettings settings = concerns(Map.of(
                        "OXICLOUD_COOKIE_SECURE", "true",
                        "OXICLOUD_BASE_URL", "https://cloud.example.org/cloud",
                        "OXICLOUD_MAX_JSON_BYTES", "4096"))
                .rest(false);

        assertEquals(
                new RestSettings(CookieSecurity.TRUE, URI.create("https://cloud.example.org/cloud"), false, 4096),
                settings);
    }

    @Test
    void theDrivePrefixMayBeNone() {
        assertEquals(new DavSettings("@d", null), prefix("@d"));
        assertEquals(new DavSettings("", null), prefix("none"));
    }

    @Test
    void valuesThatDoNotFitTogetherAreRefused() {
        Concerns concerns = concerns(Map.of(
                "OXICLOUD_ACCESS_TOKEN_EXPIRY_SECS", "3600",
                "OXICLOUD_REFRESH_TOKEN_EXPIRY_SECS", "60"));

        var refused = assertThrows(SettingException.class, concerns::accounts);

        assertTrue(String.valueOf(refused.getMessage()).contains("REFRESH_TOKEN_EXPIRY_SECS"), refused::toString);
    }

    private static DavSettings prefix(String value) {
        return concerns(Map.of("OXICLOUD_WEBDAV_DRIVE_LISTING_PREFIX", value)).dav();
    }

    private static Concerns concerns(Map<String, String> environment) {
        return new Concerns(Settings.of(List.of(Source.environment(environment))));
    }
}
