package io.oxicloud.db;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings the schema up to date: one set of files for both engines, and a folder each for what only one can do. */
final class Migrations {
    private Migrations() {}

    static void run(Opened opened, DatabaseSettings settings) {
        boolean h2 = opened.engine() == Engine.H2;
        ClassLoader classes = Migrations.class.getClassLoader();
        List<String> locations = new ArrayList<>(List.of("db/common"));
        String ofEngine = h2 ? "db/h2" : "db/postgresql";
        if (classes.getResource(ofEngine) != null) {
            locations.add(ofEngine);
        }
        try {
            var configuration = Flyway.configure(classes);
            if (opened.source() instanceof DatabaseSource.Container container) {
                configuration.dataSource(container.dataSource());
            } else {
                // not from the pool: it may be too small, and a large index outlasts its network time-out
                OwnPool.Login login = OwnPool.login(opened.source(), settings);
                configuration.dataSource(
                        login.url(), login.user(), login.password().reveal());
            }
            configuration
                    .locations(
                            locations.stream().map(path -> "classpath:" + path).toArray(String[]::new))
                    .placeholders(
                            h2
                                    ? Map.of("text_c", "text", "stored", "")
                                    : Map.of("text_c", "text collate \"C\"", "stored", "stored"))
                    .cleanDisabled(true)
                    .validateMigrationNaming(true)
                    .failOnMissingLocations(true)
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new IllegalStateException(
                    "cannot bring the schema up to date in " + opened.source().describe() + ": " + e.getMessage(), e);
        }
    }
}
