package io.oxicloud.app;

import io.oxicloud.account.AccountSettings;
import io.oxicloud.account.limit.LimitSettings;
import io.oxicloud.account.password.HashSettings;
import io.oxicloud.account.session.TokenSettings;
import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.SettingException;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.chunk.StoreSettings;
import io.oxicloud.dav.DavSettings;
import io.oxicloud.db.DatabaseSettings;
import io.oxicloud.files.VersionRule;
import io.oxicloud.files.VersionSettings;
import io.oxicloud.files.WriteLimits;
import io.oxicloud.files.session.SessionLimits;
import io.oxicloud.rest.CookieSecurity;
import io.oxicloud.rest.RestSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The settings as the records that their users take. Each fails with a SettingException if its values do not fit together. */
final class Concerns {
    private final Settings settings;

    Concerns(Settings settings) {
        this.settings = settings;
    }

    DatabaseSettings database() {
        return fitting(() -> new DatabaseSettings(
                settings.count(Setting.DB_MAX_CONNECTIONS),
                settings.count(Setting.DB_MAINTENANCE_MAX),
                settings.seconds(Setting.DB_STATEMENT_TIMEOUT_SECS),
                settings.seconds(Setting.DB_LOCK_TIMEOUT_SECS)));
    }

    AccountSettings accounts() {
        return fitting(() -> new AccountSettings(
                hash(),
                tokens(),
                limits(),
                new AccountSettings.Basic(
                        settings.text(Setting.DAV_BASIC).equals("app-password-only"),
                        settings.flag(Setting.BASIC_OVER_HTTP)),
                settings.number(Setting.QUOTA_ADMIN_BYTES),
                settings.number(Setting.QUOTA_USER_BYTES)));
    }

    RestSettings rest(boolean boundToLoopback) {
        return fitting(() -> new RestSettings(
                CookieSecurity.valueOf(settings.text(Setting.COOKIE_SECURE).toUpperCase(Locale.ROOT)),
                settings.find(Setting.BASE_URL).map(URI::create).orElse(null),
                boundToLoopback,
                settings.count(Setting.MAX_JSON_BYTES)));
    }

    StoreSettings store(long heapBytes) {
        return fitting(() -> new StoreSettings(
                settings.count(Setting.INGEST_OVERLAP),
                settings.count(Setting.READ_AHEAD_THREADS),
                settings.find(Setting.CONTENT_CACHE_BYTES)
                        .map(Long::parseLong)
                        .orElseGet(() -> StoreSettings.usualCacheBytes(heapBytes))));
    }

    DavSettings dav() {
        String prefix = settings.text(Setting.WEBDAV_DRIVE_LISTING_PREFIX);
        URI shown = settings.find(Setting.BASE_URL).map(URI::create).orElse(null);
        return fitting(() -> new DavSettings(prefix.equals("none") ? "" : prefix, shown));
    }

    WriteLimits writes(LongSupplier freeBytes) {
        return new WriteLimits(settings.number(Setting.MAX_UPLOAD_SIZE), freeBytes);
    }

    /** What one account may have sent that is no file yet, in bytes. */
    long heldBytes() {
        long longest = settings.number(Setting.MAX_UPLOAD_SIZE);
        return settings.find(Setting.MAX_HELD_BYTES)
                .map(Long::parseLong)
                .orElse(longest > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * longest);
    }

    SessionLimits sessions() {
        return fitting(
                () -> new SessionLimits(SessionLimits.DEFAULTS.life(), settings.number(Setting.CHUNK_MAX_BYTES)));
    }

    Duration usageReconciliation() {
        return settings.seconds(Setting.STORAGE_USAGE_RECONCILE_SECS);
    }

    Duration trashRetention() {
        return Duration.ofDays(settings.number(Setting.TRASH_RETENTION_DAYS));
    }

    VersionSettings versions() {
        return fitting(() -> new VersionSettings(
                new VersionRule(
                        Duration.ofHours(settings.number(Setting.VERSIONS_KEEP_ALL_HOURS)),
                        Duration.ofDays(settings.number(Setting.VERSIONS_KEEP_DAILY_DAYS))),
                settings.count(Setting.VERSIONS_MAX_PERCENT)));
    }

    /** How long the history of folders is kept whole. */
    Duration syncRetention() {
        return Duration.ofDays(settings.number(Setting.SYNC_LOG_RETENTION_DAYS));
    }

    Duration syncSweep() {
        return Duration.ofHours(settings.number(Setting.SYNC_LOG_RETENTION_SWEEP_INTERVAL_HOURS));
    }

    Duration treeFlush() {
        return Duration.ofMillis(settings.number(Setting.TREE_ETAG_FLUSH_MS));
    }

    private HashSettings hash() {
        return new HashSettings(
                settings.count(Setting.HASH_MEMORY_COST),
                settings.count(Setting.HASH_TIME_COST),
                settings.count(Setting.HASH_PARALLELISM),
                settings.count(Setting.HASH_CONCURRENCY),
                HashSettings.DEFAULTS.waiting());
    }

    private TokenSettings tokens() {
        return new TokenSettings(
                settings.seconds(Setting.ACCESS_TOKEN_EXPIRY_SECS),
                settings.seconds(Setting.REFRESH_TOKEN_EXPIRY_SECS),
                TokenSettings.DEFAULTS.keyLife());
    }

    private LimitSettings limits() {
        LimitSettings usual = LimitSettings.DEFAULTS;
        return new LimitSettings(
                limit(usual.login(), Setting.RATE_LIMIT_LOGIN_MAX, Setting.RATE_LIMIT_LOGIN_WINDOW_SECS),
                limit(usual.register(), Setting.RATE_LIMIT_REGISTER_MAX, Setting.RATE_LIMIT_REGISTER_WINDOW_SECS),
                limit(usual.refresh(), Setting.RATE_LIMIT_REFRESH_MAX, Setting.RATE_LIMIT_REFRESH_WINDOW_SECS),
                limit(usual.basic(), Setting.RATE_LIMIT_BASIC_MAX, Setting.RATE_LIMIT_BASIC_WINDOW_SECS),
                settings.count(Setting.LOCKOUT_MAX_FAILURES),
                settings.seconds(Setting.LOCKOUT_DURATION_SECS));
    }

    private LimitSettings.Limit limit(LimitSettings.Limit usual, Setting max, Setting window) {
        return new LimitSettings.Limit(usual.name(), settings.count(max), settings.seconds(window));
    }

    private static <T> T fitting(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new SettingException("settings do not fit together: " + e.getMessage());
        }
    }
}
