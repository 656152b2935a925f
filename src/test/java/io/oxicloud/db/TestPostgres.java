package io.oxicloud.db;

import io.oxicloud.base.Secret;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.UUID;

/**
 * A PostgreSQL server: one for this JVM, and a second one for the tests that want their commits on the disk. Its databases
 * are copies of one that has the schema already.
 */
final class TestPostgres {
    static final String USER = "postgres";
    private static final String TEMPLATE = "oxicloud_template";

    private final EmbeddedPostgres server;
    private final Driver driver;

    /** Kept, since its input is closed once nobody refers to it. */
    @SuppressWarnings({"unused", "FieldCanBeLocal"})
    private final Process stopper;

    private TestPostgres(EmbeddedPostgres server, Driver driver, Process stopper) {
        this.server = server;
        this.driver = driver;
        this.stopper = stopper;
    }

    static TestPostgres server() {
        return Holder.SERVER;
    }

    /** Much slower. */
    static TestPostgres durable() {
        return DurableHolder.SERVER;
    }

    String newDatabase() {
        String name = "test_" + UUID.randomUUID().toString().replace("-", "");
        execute("create database " + name + " template " + TEMPLATE);
        return server.getJdbcUrl(USER, name);
    }

    /** Not through the JDK's list of drivers: a closed database has taken the driver out of it. */
    private void execute(String sql) {
        try (Connection connection = driver.connect(server.getJdbcUrl(USER, "postgres"), new Properties());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static TestPostgres start(boolean durable) {
        try {
            Driver driver = Class.forName("org.postgresql.Driver")
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
            DriverManager.registerDriver(driver); // the server's start asks the JDK's list
            Path data = Files.createTempDirectory("oxicloud-postgres");
            // durability is not what most tests ask about, time is
            String forced = durable ? "on" : "off";
            var postgres = EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setRegisterShutdownHook(false)
                    .setServerConfig("fsync", forced)
                    .setServerConfig("synchronous_commit", forced)
                    .setServerConfig("full_page_writes", forced)
                    .setServerConfig("max_connections", "300")
                    .start();
            var server = new TestPostgres(postgres, driver, stopWithThisJvm(data));
            server.execute("create database " + TEMPLATE);
            var template = new DatabaseSource.Url(server.server.getJdbcUrl(USER, TEMPLATE), USER, new Secret(USER));
            Database.open(template, DatabaseSettings.DEFAULTS, List.of()).close();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A shell that waits for its input to end, which it does however this JVM ends: a shutdown hook would not run in a killed
     * one, and would hold up any other.
     */
    private static Process stopWithThisJvm(Path data) throws IOException {
        String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0);
        return new ProcessBuilder(
                        "sh",
                        "-c",
                        "trap '' INT TERM HUP; cat > /dev/null; kill -QUIT \"$1\";"
                                + " while kill -0 \"$1\"; do sleep 0.1; done; rm -rf \"$2\"",
                        "sh",
                        pid,
                        data.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Starts with the first use; the end of this JVM stops it. */
    private static final class Holder {
        static final TestPostgres SERVER = start(false);
    }

    private static final class DurableHolder {
        static final TestPostgres SERVER = start(true);
    }
}
