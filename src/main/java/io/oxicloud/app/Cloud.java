package io.oxicloud.app;

import io.oxicloud.app.http.Component;
import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.base.Ids;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Entities;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole product, put together by hand. Read it as the table of contents. */
final class Cloud implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Cloud.class);
    private static final Duration NAMING_PATIENCE = Duration.ofSeconds(15);

    private final Closing opened;
    private final Settings settings;
    private final Ids ids;
    private final Database database;

    private Cloud(Closing opened, Settings settings, Ids ids, Database database) {
        this.opened = opened;
        this.settings = settings;
        this.ids = ids;
        this.database = database;
    }

    /**
     * Starts everything. After a failure nothing stays open.
     *
     * @throws StartFailure if the person who runs it must mend something first
     */
    static Cloud start(Surroundings surroundings) {
        var opened = new Closing();
        try {
            return start(surroundings, opened);
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    private static Cloud start(Surroundings surroundings, Closing opened) {
        Settings outside = Settings.of(surroundings.sources());
        Path folder = outside.path(Setting.DATA).orElseGet(surroundings::usualDataDirectory);
        DataDirectory data = opened.add(DataDirectory.open(folder));
        Settings settings = outside.before(Surroundings.file(data.path()));
        tell(settings, data);
        var clock = Clock.systemUTC();
        var random = new SecureRandom();
        var ids = new Ids(clock, random);
        Database database = opened.add(database(settings, data, surroundings));
        return new Cloud(opened, settings, ids, database);
    }

    private static Database database(Settings settings, DataDirectory data, Surroundings surroundings) {
        var choice = new DatabaseChoice(settings, data, surroundings.naming(), NAMING_PATIENCE);
        DatabaseSource source = choice.choose();
        try {
            Database database = Database.open(source, new Concerns(settings).database(), entities());
            choice.remember(database.engine());
            LOG.info("database.open where={}", source.describe());
            return database;
        } catch (IllegalStateException e) {
            throw new StartFailure(String.valueOf(e.getMessage()));
        }
    }

    private static List<Class<?>> entities() {
        List<Class<?>> all = new ArrayList<>();
        all.addAll(Entities.CLASSES);
        return all;
    }

    private static void tell(Settings settings, DataDirectory data) {
        LOG.info("start.data path={}", data.path());
        settings.unknown().forEach(name -> LOG.warn("setting.unknown name={}", name));
        settings.effective().stream()
                .filter(e -> !e.source().equals("default"))
                .forEach(e -> LOG.info(
                        "setting.given name={} value={} source={} overridden={}",
                        e.setting(),
                        e.value(),
                        e.source(),
                        e.overridden()));
    }

    Settings settings() {
        return settings;
    }

    Ids ids() {
        return ids;
    }

    List<Component> components() {
        return List.of(new Component("db", database::ping));
    }

    @Override
    public void close() {
        opened.close();
        LOG.info("stop.done");
    }
}
