package io.oxicloud.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A PostgreSQL of its own, reached over TCP on the loopback, which counts the statements that reach it. */
final class PostgresServer implements AutoCloseable {
    static final String USER = "postgres";

    private final EmbeddedPostgres server;
    private final HikariDataSource pool;
    private final ProcessHandle postmaster;

    private PostgresServer(EmbeddedPostgres server, HikariDataSource pool) throws SQLException {
        this.server = server;
        this.pool = pool;
        this.postmaster = ProcessHandle.of(Long.parseLong(ask("select pg_backend_pid()")))
                .flatMap(ProcessHandle::parent)
                .orElseThrow();
    }

    /** @param connections how many the pool keeps open at most, and at least */
    static PostgresServer start(int connections) throws IOException, SQLException {
        return start(connections, false);
    }

    /** @param durable whether it forces to disk what it commits */
    static PostgresServer start(int connections, boolean durable) throws IOException, SQLException {
        registerDriver();
        String force = durable ? "on" : "off";
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", force)
                .setServerConfig("synchronous_commit", force)
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                .start();
        var config = new HikariConfig();
        config.setJdbcUrl(url(server));
        config.setUsername(USER);
        config.setMaximumPoolSize(connections);
        var started = new PostgresServer(server, new HikariDataSource(config));
        started.execute("create extension pg_stat_statements");
        return started;
    }

    /** A database that was closed in this JVM has taken the driver out of the list that the server's start asks. */
    private static void registerDriver() throws SQLException {
        try {
            DriverManager.registerDriver(Class.forName("org.postgresql.Driver")
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String url(EmbeddedPostgres server) {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres";
    }

    String url() {
        return url(server);
    }

    DataSource pool() {
        return pool;
    }

    /** A connection outside the pool. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), USER, USER);
    }

    void execute(String sql) throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The one value that a query gives, as text. */
    String ask(String sql) throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** Queries that this server has run so far, as it counts them itself; transaction commands are not queries. */
    long queries() throws SQLException {
        return Long.parseLong(ask("""
                select coalesce(sum(calls), 0) from pg_stat_statements
                where query ilike 'select%' and query not ilike '%pg_stat_statements%'
                """));
    }

    /** Processor time of all its processes that run now, as far as the system tells (Linux). */
    long processorNanos() {
        return postmaster
                .descendants()
                .mapToLong(PostgresServer::processorNanos)
                .sum();
    }

    private static long processorNanos(ProcessHandle process) {
        try {
            String times = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "schedstat"));
            return Long.parseLong(times.substring(0, times.indexOf(' ')));
        } catch (IOException e) {
            return 0; // it has ended, or this is not Linux
        }
    }

    @Override
    public void close() throws IOException {
        pool.close();
        server.close();
    }
}
