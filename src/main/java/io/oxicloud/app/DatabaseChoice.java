package io.oxicloud.app;

import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.base.Secret;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Which database this copy of the product uses: a named DataSource, an address, a DataSource under a well-known name, or H2
 * in the data directory, in this order. Remembers the kind in the data directory and refuses a silent change, since an empty
 * product would look like lost data.
 */
final class DatabaseChoice {
    private static final List<String> WELL_KNOWN =
            List.of("java:comp/env/jdbc/oxicloud", "java:jboss/datasources/oxicloud");
    static final String MEMORY = "database-kind";
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final Settings settings;
    private final DataDirectory data;
    private final Function<String, Optional<Object>> naming;
    private final Duration patience;

    /** @param patience how long to wait for a named DataSource: some containers bind it after the application has started */
    DatabaseChoice(
            Settings settings, DataDirectory data, Function<String, Optional<Object>> naming, Duration patience) {
        this.settings = settings;
        this.data = data;
        this.naming = naming;
        this.patience = patience;
    }

    /** @throws StartFailure if what is configured does not exist or does not answer, or is of another kind than before */
    DatabaseSource choose() {
        DatabaseSource source = configured();
        Engine engine = engine(source);
        data.read(MEMORY).filter(kind -> !kind.equals(engine.name())).ifPresent(kind -> {
            throw new StartFailure("the data directory " + data.path() + " was used with " + kind + " and now " + engine
                    + " is configured (" + source.describe()
                    + "): starting would show an empty product; if that is what you"
                    + " want, remove the file " + MEMORY + " there");
        });
        return source;
    }

    /** To be called once the database has been opened. */
    void remember(Engine engine) {
        if (data.read(MEMORY).isEmpty()) {
            data.write(MEMORY, engine.name());
        }
    }

    private DatabaseSource configured() {
        Optional<String> name = settings.find(Setting.DB_JNDI);
        if (name.isPresent()) {
            return waitFor(name.get());
        }
        Optional<String> url = settings.find(Setting.DB_URL);
        if (url.isPresent()) {
            return new DatabaseSource.Url(
                    url.get(),
                    settings.text(Setting.DB_USER),
                    settings.secret(Setting.DB_PASSWORD).orElse(new Secret("")));
        }
        for (String wellKnown : WELL_KNOWN) {
            Optional<DatabaseSource> found = container(wellKnown);
            if (found.isPresent()) {
                return found.get();
            }
        }
        return new DatabaseSource.H2File(data.resolve("oxicloud"));
    }

    private DatabaseSource waitFor(String name) {
        if (!name.startsWith("java:")) {
            throw new StartFailure("the setting DB_JNDI must begin with java:, was " + name);
        }
        for (long tries = patience.dividedBy(PAUSE); ; tries--) {
            Optional<DatabaseSource> found = container(name);
            if (found.isPresent()) {
                return found.get();
            }
            if (tries <= 0) {
                throw new StartFailure("no DataSource is bound at " + name + ", which the setting DB_JNDI names");
            }
            try {
                Thread.sleep(PAUSE.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StartFailure("interrupted while waiting for the DataSource " + name);
            }
        }
    }

    private Optional<DatabaseSource> container(String name) {
        return naming.apply(name)
                .filter(DataSource.class::isInstance)
                .map(found -> new DatabaseSource.Container((DataSource) found, name));
    }

    private static Engine engine(DatabaseSource source) {
        if (source instanceof DatabaseSource.Url) {
            return Engine.POSTGRESQL;
        }
        if (source instanceof DatabaseSource.Container container) {
            return engineOf(container);
        }
        return Engine.H2;
    }

    /** A DataSource that is bound is meant to be used: one that is dead stops the start. */
    private static Engine engineOf(DatabaseSource.Container container) {
        try (Connection connection = container.dataSource().getConnection()) {
            return connection.getMetaData().getURL().startsWith("jdbc:h2:") ? Engine.H2 : Engine.POSTGRESQL;
        } catch (SQLException e) {
            throw new StartFailure("the " + container.describe() + " gives no connection (" + e.getMessage()
                    + "); mend it, or unbind it to do without it");
        }
    }
}
