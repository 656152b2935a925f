package io.oxicloud.app.settings;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every setting there is: the one list that reading, checking, warning and {@code docs/settings.md} go by. The constant's
 * name is the one in the environment, without {@code OXICLOUD_}.
 */
public enum Setting {
    DATA(
            Group.PLACES,
            Form.path(),
            null,
            "Data directory. Default: `~/.oxicloud` with `java -jar`, else `oxicloud` with the context path in the server's"
                    + " own data directory. Not read from `oxicloud.properties`, which lies in it."),
    STORAGE_PATH(
            Group.PLACES, Form.path(), null, "Folder of the file contents. Default: `storage` in the data directory."),
    INGEST_OVERLAP(
            Group.PLACES,
            Form.number("threads", 0, 1_024),
            "8",
            "Uploads that store one part on a second thread while they read the next; 0 for none. An upload takes up to 17 MiB"
                    + " of memory with it and 9 MiB without."),
    READ_AHEAD_THREADS(
            Group.PLACES,
            Form.number("threads", 0, 1_024),
            "8",
            "Threads that read what downloads of large files will need next; 0 for none."),
    CONTENT_CACHE_BYTES(
            Group.PLACES,
            Form.number("bytes", 0, 1L << 40),
            null,
            "Memory for contents of files below 10 MiB; 0 for none. Default: an eighth of the heap, 268435456 at most."),

    STORAGE_BACKEND(
            Group.STORAGE,
            Form.choice("local", "s3", "azure"),
            "local",
            "Where contents are kept: in the folder `STORAGE_PATH`, in a bucket of S3 or what speaks like it, or in a container"
                    + " of Azure Blob Storage."),
    S3_BUCKET(Group.STORAGE, Form.text(), null, "Bucket, which must exist."),
    S3_REGION(Group.STORAGE, Form.text(), "us-east-1", "Its region; other services than Amazon's take any."),
    S3_ACCESS_KEY(Group.STORAGE, Form.text(), null, "Access key; must be allowed to list the bucket."),
    S3_SECRET_KEY(Group.STORAGE, Form.secret(), null, "Its secret."),
    S3_ENDPOINT_URL(Group.STORAGE, Form.httpAddress(), null, "Address of the service, if it is not Amazon's."),
    S3_FORCE_PATH_STYLE(
            Group.STORAGE,
            Form.flag(),
            "false",
            "Whether the bucket stands in the path and not in the host's name, as most other services want it."),
    AZURE_CONTAINER(Group.STORAGE, Form.text(), null, "Container, which must exist."),
    AZURE_CONNECTION_STRING(
            Group.STORAGE,
            Form.secret(),
            null,
            "Connection string of the storage account, as Azure's portal shows it."),
    AZURE_ACCOUNT_NAME(Group.STORAGE, Form.text(), null, "Storage account, if there is no connection string."),
    AZURE_ACCOUNT_KEY(Group.STORAGE, Form.secret(), null, "Its key; or else:"),
    AZURE_SAS_TOKEN(
            Group.STORAGE,
            Form.secret(),
            null,
            "Shared access signature that allows to read, write, delete and list in the container."),
    AZURE_ENDPOINT_URL(
            Group.STORAGE, Form.httpAddress(), null, "Address of the account's blobs, if it is not Azure's own."),
    STORAGE_RETRY_MAX_RETRIES(
            Group.STORAGE,
            Form.number("retries", 0, 100),
            "3",
            "How often a call to S3 or Azure is made again when it failed for a reason that may pass."),
    STORAGE_RETRY_INITIAL_BACKOFF_MS(
            Group.STORAGE,
            Form.number("milliseconds", 1, 600_000),
            "100",
            "Pause before the first of them; it doubles."),
    STORAGE_RETRY_MAX_BACKOFF_MS(Group.STORAGE, Form.number("milliseconds", 1, 600_000), "10000", "Longest pause."),
    STORAGE_CACHE_ENABLED(
            Group.STORAGE,
            Form.flag(),
            "false",
            "Whether contents in S3 or Azure that were used lately are kept on a local disk as well."),
    STORAGE_CACHE_MAX_SIZE(Group.STORAGE, Form.number("bytes", 1 << 20, 1L << 50), "53687091200", "Most bytes there."),
    STORAGE_CACHE_PATH(
            Group.STORAGE, Form.path(), null, "Folder for them. Default: `blob-cache` in the data directory."),
    STORAGE_MUST_FIT(
            Group.STORAGE,
            Form.flag(),
            "true",
            "Whether the start is refused when the storage holds none of the contents that the database knows."),
    STORAGE_ENCRYPTION_ENABLED(
            Group.STORAGE,
            Form.flag(),
            "false",
            "Whether contents are encrypted before they are stored. To be decided before the first file is stored."),
    STORAGE_ENCRYPTION_KEY(
            Group.STORAGE,
            Form.key(),
            null,
            "Key that new contents are encrypted with. Whoever loses it has lost the contents: keep it apart from them."),
    STORAGE_ENCRYPTION_FORMER_KEYS(
            Group.STORAGE,
            Form.keys(),
            null,
            "Keys that older contents were encrypted with, separated by commas; for as long as `/api/admin/storage/keys` says that"
                    + " they are needed."),

    STORAGE_TARGET_BACKEND(
            Group.STORAGE,
            Form.choice("local", "s3", "azure"),
            null,
            "Where contents are to move while the product runs: see docs/deploy/moving.md. The settings `STORAGE_TARGET_*` say of"
                    + " that place what those without `TARGET_` say of the present one. Default: they stay."),
    STORAGE_TARGET_PATH(Group.STORAGE, Form.path(), null, "Folder, with `local`."),
    STORAGE_TARGET_ENCRYPTION_ENABLED(
            Group.STORAGE,
            Form.flag(),
            null,
            "Whether contents are encrypted there, with the same keys. Default: as `STORAGE_ENCRYPTION_ENABLED` says."),
    STORAGE_TARGET_S3_BUCKET(Group.STORAGE, Form.text(), null, "Bucket, which must exist."),
    STORAGE_TARGET_S3_REGION(Group.STORAGE, Form.text(), "us-east-1", "Its region."),
    STORAGE_TARGET_S3_ACCESS_KEY(Group.STORAGE, Form.text(), null, "Access key."),
    STORAGE_TARGET_S3_SECRET_KEY(Group.STORAGE, Form.secret(), null, "Its secret."),
    STORAGE_TARGET_S3_ENDPOINT_URL(Group.STORAGE, Form.httpAddress(), null, "Address of the service."),
    STORAGE_TARGET_S3_FORCE_PATH_STYLE(Group.STORAGE, Form.flag(), "false", "Whether the bucket stands in the path."),
    STORAGE_TARGET_AZURE_CONTAINER(Group.STORAGE, Form.text(), null, "Container, which must exist."),
    STORAGE_TARGET_AZURE_CONNECTION_STRING(
            Group.STORAGE, Form.secret(), null, "Connection string of the storage account."),
    STORAGE_TARGET_AZURE_ACCOUNT_NAME(Group.STORAGE, Form.text(), null, "Storage account."),
    STORAGE_TARGET_AZURE_ACCOUNT_KEY(Group.STORAGE, Form.secret(), null, "Its key; or else:"),
    STORAGE_TARGET_AZURE_SAS_TOKEN(Group.STORAGE, Form.secret(), null, "Shared access signature."),
    STORAGE_TARGET_AZURE_ENDPOINT_URL(Group.STORAGE, Form.httpAddress(), null, "Address of the account's blobs."),

    SERVER_HOST(Group.SERVER, Form.text(), "127.0.0.1", "Address to listen on; `java -jar` only, option `--host`."),
    SERVER_PORT(
            Group.SERVER,
            Form.number("port", 0, 65_535),
            "8080",
            "Port to listen on; `java -jar` only, option `--port`."),
    BASE_URL(
            Group.SERVER,
            Form.httpAddress(),
            null,
            "Address under which people see the product. Default: taken from each request."),
    COOKIE_SECURE(
            Group.SERVER,
            Form.choice("auto", "true", "false"),
            "auto",
            "Whether cookies are sent over https only; `auto`: when the request or `BASE_URL` is https."),
    TRUST_PROXY_CIDR(
            Group.SERVER,
            Form.addressBlocks(),
            null,
            "Proxies whose `Forwarded` and `X-Forwarded-*` headers count, as `10.0.0.0/8, 192.0.2.7`."),
    MAX_JSON_BYTES(
            Group.SERVER,
            Form.number("bytes", 1_024, 1L << 30),
            "1048576",
            "Longest JSON body of a request; contents of files are not bounded by it."),
    WEBDAV_DRIVE_LISTING_PREFIX(
            Group.SERVER,
            Form.segment("none"),
            "@drive",
            "First segment of a WebDAV path that selects a drive by name; `none`: the first segment always names one."),

    DB_JNDI(
            Group.DATABASE,
            Form.text(),
            null,
            "JNDI name of the container's DataSource. Without it, `java:comp/env/jdbc/oxicloud` and"
                    + " `java:jboss/datasources/oxicloud` are tried, then the embedded database is used."),
    DB_URL(Group.DATABASE, Form.text(), null, "JDBC address, as `jdbc:postgresql://db.example.org/oxicloud`."),
    DB_USER(Group.DATABASE, Form.text(), "oxicloud", "Database user, with `DB_URL`."),
    DB_PASSWORD(Group.DATABASE, Form.secret(), null, "Its password."),
    DB_MAX_CONNECTIONS(
            Group.DATABASE, Form.number("connections", 1, 1_000), "20", "Most connections that serve requests."),
    DB_MAINTENANCE_MAX(
            Group.DATABASE,
            Form.number("connections", 1, 1_000),
            "5",
            "Most connections of background work, apart from those."),
    DB_STATEMENT_TIMEOUT_SECS(
            Group.DATABASE, Form.number("seconds", 1, 3_600), "30", "Longest time of one transaction."),
    DB_LOCK_TIMEOUT_SECS(
            Group.DATABASE,
            Form.number("seconds", 1, 3_600),
            "10",
            "Longest wait for a row that another transaction holds."),

    MASTER_KEY(
            Group.SECRETS,
            Form.key(),
            null,
            "Key that seals secrets in the database. Default: the file `master-key` in the data directory, made at the first"
                    + " start. Must be given when several nodes share a database."),
    ADMIN_USERNAME(
            Group.SECRETS,
            Form.text(),
            null,
            "Name of the first administrator, for a first start that nobody attends."),
    ADMIN_PASSWORD(
            Group.SECRETS, Form.secret(), null, "The first administrator's password; read at the first start only."),
    ADMIN_EMAIL(Group.SECRETS, Form.text(), null, "The first administrator's e-mail address."),

    ACCESS_TOKEN_EXPIRY_SECS(
            Group.ACCOUNTS,
            Form.number("seconds", 10, Seconds.DAY),
            "3600",
            "Life of an access token from its making."),
    REFRESH_TOKEN_EXPIRY_SECS(
            Group.ACCOUNTS,
            Form.number("seconds", 10, 400 * Seconds.DAY),
            "604800",
            "Life of a session that is not used; each renewal starts it anew."),
    HASH_MEMORY_COST(
            Group.ACCOUNTS, Form.number("KiB", 8, 1_048_576), "65536", "Memory of one Argon2id hash of a password."),
    HASH_TIME_COST(Group.ACCOUNTS, Form.number("passes", 1, 64), "3", "Passes over that memory."),
    HASH_PARALLELISM(Group.ACCOUNTS, Form.number("lanes", 1, 16), "2", "Lanes of one hash."),
    HASH_CONCURRENCY(
            Group.ACCOUNTS,
            Form.number("hashes", 1, 1_024),
            "2",
            "Hashes computed at once on a node; each takes its memory for that time."),
    RATE_LIMIT_LOGIN_MAX(
            Group.ACCOUNTS, Form.number("requests", 1, 1_000_000), "10", "Sign-ins per client address and window."),
    RATE_LIMIT_LOGIN_WINDOW_SECS(Group.ACCOUNTS, Form.number("seconds", 1, Seconds.DAY), "60", "That window."),
    RATE_LIMIT_REGISTER_MAX(
            Group.ACCOUNTS, Form.number("requests", 1, 1_000_000), "5", "Set-ups and registrations, likewise."),
    RATE_LIMIT_REGISTER_WINDOW_SECS(Group.ACCOUNTS, Form.number("seconds", 1, Seconds.DAY), "3600", "That window."),
    RATE_LIMIT_REFRESH_MAX(
            Group.ACCOUNTS, Form.number("requests", 1, 1_000_000), "20", "Renewals of a session, likewise."),
    RATE_LIMIT_REFRESH_WINDOW_SECS(Group.ACCOUNTS, Form.number("seconds", 1, Seconds.DAY), "60", "That window."),
    RATE_LIMIT_BASIC_MAX(
            Group.ACCOUNTS,
            Form.number("credentials", 1, 1_000_000),
            "100",
            "Different wrong Basic credentials per client address and window; a repeated one counts once."),
    RATE_LIMIT_BASIC_WINDOW_SECS(
            Group.ACCOUNTS,
            Form.number("seconds", 1, Seconds.DAY),
            "900",
            "That window; it begins with the first failure."),
    LOCKOUT_MAX_FAILURES(
            Group.ACCOUNTS,
            Form.number("sign-ins", 1, 1_000_000),
            "5",
            "Wrong passwords in a row, per account and client address, before it is locked out."),
    LOCKOUT_DURATION_SECS(Group.ACCOUNTS, Form.number("seconds", 1, Seconds.DAY), "900", "How long a lock-out lasts."),
    DAV_BASIC(
            Group.ACCOUNTS,
            Form.choice("any", "app-password-only"),
            "any",
            "Whether WebDAV takes the account's own password beside app passwords."),
    BASIC_OVER_HTTP(
            Group.ACCOUNTS,
            Form.flag(),
            "true",
            "Whether user name and password are taken on a connection that is not encrypted."),
    QUOTA_ADMIN_BYTES(
            Group.ACCOUNTS,
            Form.number("bytes", 0, Long.MAX_VALUE),
            "107374182400",
            "Quota of a new administrator; what the disk has free caps it."),
    QUOTA_USER_BYTES(
            Group.ACCOUNTS,
            Form.number("bytes", 0, Long.MAX_VALUE),
            "1073741824",
            "Quota of a new user, capped likewise."),

    MAX_UPLOAD_SIZE(Group.FILES, Form.number("bytes", 1, Long.MAX_VALUE), "10737418240", "Longest file."),
    MAX_HELD_BYTES(
            Group.FILES,
            Form.number("bytes", 1, Long.MAX_VALUE),
            null,
            "What one account may have sent that is no file yet. Default: two of the longest files."),
    CHUNK_MAX_BYTES(
            Group.FILES,
            Form.number("bytes", 1_048_576, Integer.MAX_VALUE),
            "104857600",
            "Longest piece of an upload in pieces."),
    TREE_ETAG_FLUSH_MS(
            Group.FILES,
            Form.number("milliseconds", 50, 60_000),
            "500",
            "How soon the folders further up change their ETag when something changed in them."),
    STORAGE_USAGE_RECONCILE_SECS(
            Group.FILES,
            Form.number("seconds", 10, Seconds.DAY),
            "600",
            "How often it is counted what lies in each drive."),
    TRASH_RETENTION_DAYS(
            Group.FILES,
            Form.number("days", 0, 36_500),
            "30",
            "How long what was deleted can be taken back; drives that are read-only keep it."),
    VERSIONS_KEEP_ALL_HOURS(
            Group.FILES, Form.number("hours", 0, 876_000), "24", "How long every former content of a file is kept."),
    VERSIONS_KEEP_DAILY_DAYS(
            Group.FILES,
            Form.number("days", 0, 36_500),
            "30",
            "How long the last one of each day is kept; after that the last one of each week."),
    VERSIONS_MAX_PERCENT(
            Group.FILES,
            Form.number("percent", 0, 10_000),
            "50",
            "How much former contents may take, of what may lie in the drive and beside that; the oldest go first. Drives"
                    + " without a limit have none here."),
    SYNC_LOG_RETENTION_DAYS(
            Group.FILES,
            Form.number("days", 1, 36_500),
            "30",
            "How long a client that keeps a copy of a folder may be away and still be told only what changed."),
    SYNC_LOG_RETENTION_SWEEP_INTERVAL_HOURS(
            Group.FILES, Form.number("hours", 1, 8_760), "1", "Time between two removals of what is older.");

    /** Heading on the page of settings. */
    enum Group {
        PLACES("Places"),
        STORAGE("Storage of contents"),
        SERVER("Server"),
        DATABASE("Database"),
        SECRETS("First start and secrets"),
        ACCOUNTS("Accounts and sign-in"),
        FILES("Files");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    /** Apart, since an enum's constants come before its fields. */
    private static final class Seconds {
        static final long DAY = 86_400;
    }

    private final Group group;

    @SuppressWarnings("ImmutableEnumChecker") // a form is final fields and a function without state
    private final Form form;

    private final @Nullable String defaultText;
    private final String description;

    Setting(Group group, Form form, @Nullable String defaultText, String description) {
        this.group = group;
        this.form = form;
        this.defaultText = defaultText;
        this.description = description;
    }

    /** {@code db.max.connections} for {@code DB_MAX_CONNECTIONS}. */
    public String dotted() {
        return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    public boolean isSecret() {
        return form.isSecret();
    }

    Group group() {
        return group;
    }

    Form form() {
        return form;
    }

    Optional<String> defaultText() {
        return Optional.ofNullable(defaultText);
    }

    String description() {
        return description;
    }
}
