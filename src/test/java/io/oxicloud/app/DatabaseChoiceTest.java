package io.oxicloud.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.app.settings.Settings;
import io.oxicloud.app.settings.Source;
import io.oxicloud.base.Secret;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseChoiceTest {
    private final Map<String, Object> bound = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    Path folder;

    private DataDirectory data;

    @BeforeEach
    void open() {
        data = DataDirectory.open(folder);
    }

    @AfterEach
    void close() throws IOException {
        data.close();
    }

    @Test
    void withNothingConfiguredItIsTheEmbeddedOne() {
        assertEquals(new DatabaseSource.H2File(folder.resolve("oxicloud")), choice().choose());
    }

    @Test
    void aDataSourceUnderAWellKnownNameBeatsTheEmbeddedOne() {
        bound.put("java:jboss/datasources/oxicloud", h2());
        assertEquals("java:jboss/datasources/oxicloud", container().jndiName());

        bound.put("java:comp/env/jdbc/oxicloud", h2());
        assertEquals("java:comp/env/jdbc/oxicloud", container().jndiName());
    }

    @Test
    void anAddressBeatsAWellKnownName() {
        bound.put("java:comp/env/jdbc/oxicloud", h2());
        environment.put("OXICLOUD_DB_URL", "jdbc:postgresql://db/cloud");
        environment.put("OXICLOUD_DB_PASSWORD", "hush");

        assertEquals(
                new DatabaseSource.Url("jdbc:postgresql://db/cloud", "oxicloud", new Secret("hush")),
                choice().choose());
    }

    @Test
    void aNameThatWasGivenBeatsAll() {
        bound.put("java:comp/env/jdbc/oxicloud", h2());
        bound.put("java:/mine", h2());
        environment.put("OXICLOUD_DB_URL", "jdbc:postgresql://db/cloud");
        environment.put("OXICLOUD_DB_JNDI", "java:/mine");

        assertEquals("java:/mine", container().jndiName());
    }

    @Test
    void aGivenNameWithNothingBoundStopsTheStart() {
        environment.put("OXICLOUD_DB_JNDI", "java:/absent");

        assertRefused("no DataSource is bound at java:/absent");
    }

    @Test
    void aGivenNameIsWaitedFor() {
        environment.put("OXICLOUD_DB_JNDI", "java:/late");
        var lookUps = new int[1];
        var choice = new DatabaseChoice(
                settings(),
                data,
                name -> ++lookUps[0] < 2 ? Optional.empty() : Optional.of(h2()),
                Duration.ofSeconds(10));

        assertInstanceOf(DatabaseSource.Container.class, choice.choose());
    }

    @Test
    void aGivenNameMustBeAJavaName() {
        environment.put("OXICLOUD_DB_JNDI", "ldap://evil.example.org/x");

        assertRefused("must begin with java:");
    }

    @Test
    void aBoundButDeadDataSourceStopsTheStart() {
        var dead = new JdbcDataSource();
        dead.setURL("jdbc:h2:tcp://127.0.0.1:1/nobody");
        bound.put("java:comp/env/jdbc/oxicloud", dead);

        assertRefused("the DataSource java:comp/env/jdbc/oxicloud gives no connection");
    }

    @Test
    void anotherKindThanBeforeStopsTheStart() {
        choice().remember(Engine.H2);
        environment.put("OXICLOUD_DB_URL", "jdbc:postgresql://db/cloud?password=hush");

        String message = assertRefused("was used with H2 and now POSTGRESQL is configured");

        assertTrue(!message.contains("hush"), message);
    }

    @Test
    void theSameKindAsBeforeIsTaken() {
        choice().remember(Engine.POSTGRESQL);
        environment.put("OXICLOUD_DB_URL", "jdbc:postgresql://db/cloud");

        assertInstanceOf(DatabaseSource.Url.class, choice().choose());
    }

    private String assertRefused(String part) {
        var refused = assertThrows(StartFailure.class, () -> choice().choose());
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains(part), message);
        return message;
    }

    private DatabaseSource.Container container() {
        return assertInstanceOf(DatabaseSource.Container.class, choice().choose());
    }

    private DatabaseChoice choice() {
        return new DatabaseChoice(settings(), data, name -> Optional.ofNullable(bound.get(name)), Duration.ZERO);
    }

    private Settings settings() {
        return Settings.of(List.of(Source.environment(environment)));
    }

    private static JdbcDataSource h2() {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:choice");
        return source;
    }
}
