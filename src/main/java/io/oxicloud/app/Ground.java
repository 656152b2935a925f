package io.oxicloud.app;

import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.app.settings.Source;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Ids;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.cache.Caches;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSettings;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.OwnSecrets;
import io.oxicloud.db.Sealer;
import io.oxicloud.db.StoredSetting;
import io.oxicloud.db.StoredSettings;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all features stand on, opened in the order in which each thing needs the one before. */
record Ground(
        DataDirectory data,
        Settings settings,
        Clock clock,
        SecureRandom random,
        Ids ids,
        Database database,
        Sealer sealer,
        Storage storage,
        Caches caches,
        ClusterEvents events,
        Audit audit) {
    private static final Logger LOG = LoggerFactory.getLogger(Ground.class);
    private static final Duration NAMING_PATIENCE = Duration.ofSeconds(15);

    /**
     * @param opened closes what this has opened, also after a failure
     * @throws StartFailure or SettingException if the person who runs it must mend something first
     */
    static Ground open(Surroundings surroundings, Closing opened) {
        Settings outside = Settings.of(surroundings.sources());
        Path folder = outside.path(Setting.DATA).orElseGet(surroundings::usualDataDirectory);
        DataDirectory data = opened.add(DataDirectory.open(folder));
        Settings given = outside.before(Surroundings.file(data.path()));
        LOG.info("start.data path={}", data.path());

        var clock = Clock.systemUTC();
        var random = new SecureRandom();
        var ids = new Ids(clock, random);
        byte[] masterKey = MasterKey.of(given, data, random);
        Database database = opened.add(database(given, data, surroundings));
        Sealer sealer = sealer(database, masterKey, random);
        Settings settings = given.before(stored(database, sealer, clock));
        tell(settings);

        var keys = new StorageKeys(settings, new OwnSecrets(database.requests(), sealer), random);
        Storage storage = Storage.open(settings, data, database, keys, ids, opened);
        Caches caches = opened.add(new Caches(clock::millis));
        ClusterEvents events = opened.add(new ClusterEvents(database, ids.next()));
        var audit = new Audit(database.requests(), ids, clock);
        return new Ground(data, settings, clock, random, ids, database, sealer, storage, caches, events, audit);
    }

    BlobBackend blobs() {
        return storage.blobs();
    }

    private static Database database(Settings settings, DataDirectory data, Surroundings surroundings) {
        var choice = new DatabaseChoice(settings, data, surroundings.naming(), NAMING_PATIENCE);
        DatabaseSource source = choice.choose();
        DatabaseSettings bounds = new Concerns(settings).database();
        Database database;
        try {
            database = Database.open(source, bounds, entities());
        } catch (IllegalStateException e) {
            throw new StartFailure(String.valueOf(e.getMessage()));
        }
        choice.remember(database.engine());
        return database;
    }

    private static Sealer sealer(Database database, byte[] masterKey, SecureRandom random) {
        try {
            return Sealer.open(database, masterKey, random);
        } catch (IllegalStateException e) {
            throw new StartFailure(String.valueOf(e.getMessage()));
        }
    }

    private static Source stored(Database database, Sealer sealer, Clock clock) {
        Map<String, StoredSetting> rows = new StoredSettings(database.requests(), sealer, clock).all();
        return Source.stored(
                rows.values().stream().collect(Collectors.toMap(StoredSetting::key, StoredSetting::value)));
    }

    private static List<Class<?>> entities() {
        return Stream.of(
                        io.oxicloud.db.Entities.CLASSES,
                        io.oxicloud.audit.Entities.CLASSES,
                        io.oxicloud.account.Entities.CLASSES,
                        io.oxicloud.access.Entities.CLASSES,
                        io.oxicloud.drive.Entities.CLASSES,
                        io.oxicloud.chunk.Entities.CLASSES,
                        io.oxicloud.chunk.job.Entities.CLASSES,
                        io.oxicloud.files.Entities.CLASSES,
                        io.oxicloud.files.session.Entities.CLASSES)
                .<Class<?>>flatMap(List::stream)
                .toList();
    }

    private static void tell(Settings settings) {
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
}
