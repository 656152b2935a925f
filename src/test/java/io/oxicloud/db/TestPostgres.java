package io.oxicloud.db;

import io.oxicloud.base.Secret;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.UUID;

/** The one PostgreSQL server of this JVM. Its databases are copies of one that has the schema already. */
final class TestPostgres {
    static final String USER = "postgres";
    private static final String TEMPLATE = "oxicloud_template";

    private final EmbeddedPostgres server;
    private final Driver driver;

    private TestPostgres(EmbeddedPostgres server, Driver driver) {
        this.server = server;
        this.driver = driver;
    }

    static TestPostgres server() {
        return Holder.SERVER;
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

    private static TestPostgres start() {
        try {
            Driver driver = Class.forName("org.postgresql.Driver")
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
            DriverManager.registerDriver(driver); // the server's start asks the JDK's list
            // durability is not what these tests ask about, time is
            var server = new TestPostgres(
                    EmbeddedPostgres.builder()
                            .setServerConfig("fsync", "off")
                            .setServerConfig("synchronous_commit", "off")
                            .setServerConfig("full_page_writes", "off")
                            .setServerConfig("max_connections", "300")
                            .start(),
                    driver);
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

    /** Starts with the first use; the shutdown hook of the library stops it. */
    private static final class Holder {
        static final TestPostgres SERVER = start();
    }
}
