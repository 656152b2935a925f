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
            Group.PLACES, Form.path(), null, "Folder of the file contents. Default: `blobs` in the data directory."),

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
    ADMIN_EMAIL(Group.SECRETS, Form.text(), null, "The first administrator's e-mail address.");

    /** Heading on the page of settings. */
    enum Group {
        PLACES("Places"),
        SERVER("Server"),
        DATABASE("Database"),
        SECRETS("First start and secrets");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
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
