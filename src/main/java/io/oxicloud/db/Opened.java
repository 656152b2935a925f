package io.oxicloud.db;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections to one database, before anything is known of its tables.
 *
 * @param forStart for migrations and for Hibernate's questions at its start
 * @param lockTimeoutSql what each transaction must run first, or null where the connections bring it along
 * @param owned what {@link #close} closes
 */
record Opened(
        DatabaseSource source,
        Engine engine,
        DataSource forStart,
        Pool requests,
        Pool maintenance,
        @Nullable String lockTimeoutSql,
        List<HikariDataSource> owned,
        PoolThreads threads)
        implements AutoCloseable {
    /** Short enough that a request learns of a dead database, long enough for a burst. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** @throws IllegalStateException if there is no usable database; nothing stays open then */
    static Opened open(DatabaseSource source, DatabaseSettings settings) {
        Opened opened = source instanceof DatabaseSource.Container container
                ? ofContainer(container, settings)
                : ofOwn(source, settings);
        try (Connection connection = opened.forStart.getConnection()) {
            Requirements.check(opened.engine, source, connection);
        } catch (SQLException e) {
            opened.close();
            throw unreachable(source, e);
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    private static Opened ofOwn(DatabaseSource source, DatabaseSettings settings) {
        var threads = new PoolThreads();
        HikariDataSource requests = connect("requests", settings.requestConnections(), source, settings, threads);
        HikariDataSource maintenance;
        try {
            maintenance = connect("maintenance", settings.maintenanceConnections(), source, settings, threads);
        } catch (RuntimeException | Error e) {
            requests.close();
            threads.awaitEnd();
            throw e;
        }
        Engine engine = source instanceof DatabaseSource.Url ? Engine.POSTGRESQL : Engine.H2;
        return new Opened(
                source,
                engine,
                maintenance,
                new Pool(requests, settings.requestConnections(), PATIENCE, false),
                new Pool(maintenance, settings.maintenanceConnections(), PATIENCE, false),
                OwnPool.bringsLockTimeout(source) ? null : lockTimeoutSql(engine, settings),
                List.of(requests, maintenance),
                threads);
    }

    private static Opened ofContainer(DatabaseSource.Container container, DatabaseSettings settings) {
        DataSource connections = container.dataSource();
        Engine engine;
        try (Connection connection = connections.getConnection()) {
            engine = Requirements.engine(container, connection);
        } catch (SQLException e) {
            throw unreachable(container, e);
        }
        return new Opened(
                container,
                engine,
                connections,
                new Pool(connections, settings.requestConnections(), PATIENCE, true),
                new Pool(connections, settings.maintenanceConnections(), PATIENCE, true),
                lockTimeoutSql(engine, settings),
                List.of(),
                new PoolThreads());
    }

    private static String lockTimeoutSql(Engine engine, DatabaseSettings settings) {
        long millis = settings.lockTimeout().toMillis();
        return switch (engine) {
            case H2 -> "set lock_timeout " + millis;
            case POSTGRESQL -> "set local lock_timeout = " + millis;
        };
    }

    private static HikariDataSource connect(
            String name, int size, DatabaseSource source, DatabaseSettings settings, PoolThreads threads) {
        try {
            return OwnPool.connect(name, size, source, settings, threads);
        } catch (RuntimeException e) {
            throw unreachable(source, e);
        }
    }

    private static IllegalStateException unreachable(DatabaseSource source, Exception e) {
        String why = Failures.sqlState(e).equals("90020")
                ? " is in use by another process: stop the other OxiCloud on this data directory, or use PostgreSQL"
                : " cannot be reached: " + rootMessage(e);
        return new IllegalStateException(source.describe() + why, e);
    }

    private static String rootMessage(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    @Override
    public void close() {
        if (source instanceof DatabaseSource.H2Memory) {
            closeWithLastConnection();
        }
        owned.forEach(HikariDataSource::close);
        threads.awaitEnd();
        deregisterDrivers();
    }

    /** A database in memory would stay for as long as the JVM. */
    private void closeWithLastConnection() {
        try (Connection connection = forStart.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("set db_close_delay 0");
        } catch (SQLException e) {
            // it is gone already
        }
    }

    /** Loading a driver put it into the JDK's list, which would hold our class loader after an undeploy. */
    private static void deregisterDrivers() {
        for (Driver driver : Collections.list(DriverManager.getDrivers())) {
            if (driver.getClass().getClassLoader() == Opened.class.getClassLoader()) {
                try {
                    DriverManager.deregisterDriver(driver);
                } catch (SQLException e) {
                    throw new IllegalStateException("cannot deregister " + driver, e);
                }
            }
        }
    }
}
