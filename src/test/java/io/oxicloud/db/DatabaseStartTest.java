package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseStartTest {
    private static final String H2_MODES = ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH";

    @TempDir
    Path folder;

    @Test
    void anH2FileKeepsItsRowsOverARestart() {
        var source = new DatabaseSource.H2File(folder.resolve("oxicloud"));
        try (var database = TestDatabase.open(source, Entities.CLASSES)) {
            insertLease(database, "kept");
        }

        try (var database = TestDatabase.open(source, Entities.CLASSES)) {
            assertEquals(1L, countLeases(database));
        }
    }

    /** {@code docs/decisions/0007-h2-2.4.md}. */
    @Test
    void noCheckNeedsTheSessionThatMadeIt() {
        try (var database = TestDatabase.open(Engine.H2, Entities.CLASSES)) {
            assertEquals(
                    List.of(),
                    database.requests()
                            .read(
                                    "checks",
                                    scope -> scope.session()
                                            .createNativeQuery(
                                                    "select constraint_name from information_schema.check_constraints"
                                                            + " where check_clause like '% IN(%'",
                                                    String.class)
                                            .getResultList()));
        }
    }

    @Test
    void aFileInUseByAnotherProcessStopsTheStartWithAMessage() throws Exception {
        Path file = folder.resolve("oxicloud");
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        Path.of(Class.forName("org.h2.Driver")
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        "org.h2.tools.Shell",
                        "-url",
                        "jdbc:h2:retry:" + file,
                        "-user",
                        "sa",
                        "-password",
                        "")
                .redirectErrorStream(true)
                .start();
        try (var said = new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8))) {
            other.getOutputStream().write("select 'opened';\n".getBytes(StandardCharsets.UTF_8));
            other.getOutputStream().flush();
            String line = said.readLine();
            while (line != null && !line.contains("opened")) {
                line = said.readLine();
            }

            String refused = refused(new DatabaseSource.H2File(file));

            assertEquals(
                    "H2 database " + file + ".mv.db is in use by another process: stop the other OxiCloud on this data"
                            + " directory, or use PostgreSQL",
                    refused);
        } finally {
            other.destroyForcibly().waitFor();
        }
        TestDatabase.open(new DatabaseSource.H2File(file), Entities.CLASSES).close();
    }

    @Test
    void aServerThatIsNotThereStopsTheStartAndNamesThePlaceWithoutSecrets() {
        var source = new DatabaseSource.Url(
                "jdbc:postgresql://127.0.0.1:1/cloud?sslpassword=hush", "cloud", new Secret("hush"));

        String refused = refused(source);

        assertTrue(refused.startsWith("database jdbc:postgresql://127.0.0.1:1/cloud as user cloud"));
        assertFalse(refused.contains("hush"));
        assertFalse(source.toString().contains("hush"));
    }

    @Test
    void onlyPostgresqlUrlsAreTaken() {
        String refused = refused(new DatabaseSource.Url("jdbc:mysql://localhost/cloud", "cloud", new Secret("")));

        assertTrue(refused.contains("must begin with jdbc:postgresql:"), refused);
    }

    @Test
    void aDeadDataSourceStopsTheStartAndNamesItsJndiName() {
        try (var dead = new HikariDataSource()) {
            dead.setDriverClassName("org.postgresql.Driver");
            dead.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/cloud");
            dead.setConnectionTimeout(250);

            String refused = refused(new DatabaseSource.Container(dead, "java:comp/env/jdbc/oxicloud"));

            assertTrue(refused.startsWith("DataSource java:comp/env/jdbc/oxicloud cannot be reached: "));
        }
    }

    @Test
    void anH2DataSourceWithoutOurModesIsRefused() {
        try (var plain = new HikariDataSource()) {
            plain.setDriverClassName("org.h2.Driver");
            plain.setJdbcUrl("jdbc:h2:mem:plain");

            String refused = refused(new DatabaseSource.Container(plain, "java:/plain"));

            assertEquals(
                    "DataSource java:/plain must be opened with ;MODE=PostgreSQL in its URL, it has REGULAR", refused);
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void aContainersDataSourceIsSharedByPermitsAndBringsLockTimeouts(Engine engine) {
        var config = new HikariConfig();
        if (TestDatabase.source(engine) instanceof DatabaseSource.Url url) {
            config.setDriverClassName("org.postgresql.Driver");
            config.setJdbcUrl(url.url());
            config.setUsername(url.user());
        } else {
            config.setDriverClassName("org.h2.Driver");
            config.setJdbcUrl("jdbc:h2:mem:container" + H2_MODES);
        }
        var settings = new DatabaseSettings(1, 1, Duration.ofSeconds(30), Duration.ofMillis(200));
        try (var container = new HikariDataSource(config);
                var database = Database.open(
                        new DatabaseSource.Container(container, "java:/cloud"), settings, Entities.CLASSES, true)) {
            insertLease(database, "row");

            ErrorCode blocked = database.requests().write("holder", scope -> {
                rename(scope);
                return inAnotherThread(() -> database.maintenance().write("waiter", DatabaseStartTest::rename));
            });
            ErrorCode starved = database.requests()
                    .read(
                            "only",
                            scope -> inAnotherThread(() -> database.requests().read("second", s -> 1)));

            assertEquals(ErrorCode.BUSY, blocked);
            assertEquals(ErrorCode.BUSY, starved);
            assertEquals(1L, countLeases(database));
        }
    }

    private static String refused(DatabaseSource source) {
        return String.valueOf(
                assertThrows(IllegalStateException.class, () -> TestDatabase.open(source, Entities.CLASSES))
                        .getMessage());
    }

    private static void insertLease(Database database, String name) {
        database.requests()
                .write(
                        "test",
                        scope -> scope.session()
                                .createMutationQuery(
                                        "insert into LeaseEntity (name, holder, expiresAt) values (:name, :holder, :expires)")
                                .setParameter("name", name)
                                .setParameter("holder", new UUID(0, 1))
                                .setParameter("expires", scope.databaseTime())
                                .executeUpdate());
    }

    private static long countLeases(Database database) {
        return database.requests()
                .read(
                        "test",
                        scope -> scope.session()
                                .createSelectionQuery("select count(*) from LeaseEntity", Long.class)
                                .getSingleResult());
    }

    private static int rename(Tx.Scope scope) {
        return scope.session()
                .createMutationQuery("update LeaseEntity l set l.holder = :holder where l.name = 'row'")
                .setParameter("holder", new UUID(0, 2))
                .executeUpdate();
    }

    private static ErrorCode inAnotherThread(Runnable work) {
        var failure = new CompletableFuture<ErrorCode>();
        var thread = new Thread(() -> {
            try {
                work.run();
                failure.completeExceptionally(new AssertionError("went through"));
            } catch (CloudException e) {
                failure.complete(e.code());
            }
        });
        thread.start();
        return failure.join();
    }
}
