package io.oxicloud.db;

import com.zaxxer.hikari.HikariConfig;
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
 * @param place for messages
 * @param forStart for migrations and for Hibernate's questions at its start
 * @param lockTimeoutSql what each transaction must run first, or null
 * @param owned what {@link #close} closes, in this order
 */
record Opened(
        Engine engine,
        String place,
        DataSource forStart,
        Pool requests,
        Pool maintenance,
        @Nullable String lockTimeoutSql,
        List<HikariDataSource> owned)
        implements AutoCloseable {
    /** Short enough that a request learns of a dead database, long enough for a burst. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    static Opened open(DatabaseSource source, DatabaseSettings settings) {
        if (source instanceof DatabaseSource.Container container) {
            return container(container, settings);
        }
        HikariConfig requests = config(source, settings, "requests", settings.requestConnections());
        HikariConfig maintenance = config(source, settings, "maintenance", settings.maintenanceConnections());
        HikariDataSource first = connect(requests, source);
        HikariDataSource second;
        try {
            second = connect(maintenance, source);
        } catch (RuntimeException | Error e) {
            first.close();
            throw e;
        }
        Engine engine = source instanceof DatabaseSource.Url ? Engine.POSTGRESQL : Engine.H2;
        boolean ownOptions =
                source instanceof DatabaseSource.Url url && url.url().contains("options=");
        return new Opened(
                engine,
                source.describe(),
                second,
                new Pool(first, settings.requestConnections(), PATIENCE),
                new Pool(second, settings.maintenanceConnections(), PATIENCE),
                ownOptions ? lockTimeoutSql(engine, settings) : null,
                List.of(first, second));
    }

    private static Opened container(DatabaseSource.Container container, DatabaseSettings settings) {
        Engine engine = engineOf(container);
        DataSource source = container.dataSource();
        return new Opened(
                engine,
                container.describe(),
                source,
                new Pool(source, settings.requestConnections(), PATIENCE),
                new Pool(source, settings.maintenanceConnections(), PATIENCE),
                lockTimeoutSql(engine, settings),
                List.of());
    }

    private static Engine engineOf(DatabaseSource.Container container) {
        try (Connection connection = container.dataSource().getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            return switch (product) {
                case "PostgreSQL" -> Engine.POSTGRESQL;
                case "H2" -> Engine.H2;
                default ->
                    throw new IllegalStateException(container.describe() + " leads to " + product
                            + "; OxiCloud runs on PostgreSQL and H2 only");
            };
        } catch (SQLException e) {
            throw unreachable(container, e);
        }
    }

    private static String lockTimeoutSql(Engine engine, DatabaseSettings settings) {
        long millis = settings.lockTimeout().toMillis();
        return switch (engine) {
            case H2 -> "set lock_timeout " + millis;
            case POSTGRESQL -> "set local lock_timeout = " + millis;
        };
    }

    private static HikariConfig config(DatabaseSource source, DatabaseSettings settings, String name, int size) {
        var config = new HikariConfig();
        config.setPoolName("oxicloud-" + name);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(Math.min(2, size));
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionTimeout(PATIENCE.toMillis());
        config.setValidationTimeout(PATIENCE.toMillis() / 2);
        config.setInitializationFailTimeout(1);
        config.setExceptionOverride(new Evictions());
        long lockTimeout = settings.lockTimeout().toMillis();
        if (source instanceof DatabaseSource.Url url) {
            if (!url.url().startsWith("jdbc:postgresql:")) {
                throw new IllegalStateException("database URL must begin with jdbc:postgresql:, was " + url.describe()
                        + "; leave it out for the built-in H2 database");
            }
            config.setDriverClassName("org.postgresql.Driver");
            config.setJdbcUrl(url.url());
            config.setUsername(url.user());
            config.setPassword(url.password().reveal());
            config.addDataSourceProperty("options", "-c lock_timeout=" + lockTimeout);
            config.addDataSourceProperty("reWriteBatchedInserts", "true");
            config.addDataSourceProperty("tcpKeepAlive", "true");
            config.addDataSourceProperty("connectTimeout", String.valueOf(PATIENCE.toSeconds()));
            config.addDataSourceProperty("ApplicationName", "OxiCloud " + name);
        } else {
            config.setDriverClassName("org.h2.Driver");
            config.setJdbcUrl(h2Url(source, lockTimeout));
            config.setUsername("sa");
            config.setPassword("");
            config.setMaxLifetime(0);
        }
        return config;
    }

    private static String h2Url(DatabaseSource source, long lockTimeout) {
        String place = source instanceof DatabaseSource.H2File file
                ? "async:" + file.file().toAbsolutePath() + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE"
                : "mem:" + ((DatabaseSource.H2Memory) source).name() + ";DB_CLOSE_DELAY=-1";
        return "jdbc:h2:" + place + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;LOCK_TIMEOUT="
                + lockTimeout;
    }

    private static HikariDataSource connect(HikariConfig config, DatabaseSource source) {
        try {
            return new HikariDataSource(config);
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
        owned.forEach(HikariDataSource::close);
        deregisterDrivers();
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
