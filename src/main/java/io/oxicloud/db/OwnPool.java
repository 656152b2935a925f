package io.oxicloud.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.DriverDataSource;
import io.oxicloud.base.Secret;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ThreadFactory;

/** How our own connections are made: what both drivers must be told, and why. */
final class OwnPool {
    /** What a driver may wait for an answer beyond the time-out that the server keeps. */
    private static final Duration NETWORK_SLACK = Duration.ofSeconds(10);

    /** Statements that a connection of H2 need not parse again; as many as the other driver keeps. By itself it keeps 8. */
    private static final int STATEMENTS_KEPT = 256;

    private OwnPool() {}

    /** How to reach the database, apart from what only the pool wants. */
    record Login(String url, String user, Secret password) {}

    static HikariDataSource connect(
            String name, int size, DatabaseSource source, DatabaseSettings settings, ThreadFactory threads) {
        Login login = login(source, settings);
        var config = new HikariConfig();
        config.setPoolName("oxicloud-" + name);
        config.setThreadFactory(threads);
        config.setJdbcUrl(login.url);
        config.setUsername(login.user);
        config.setPassword(login.password.reveal());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(Math.min(2, size));
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionTimeout(Opened.PATIENCE.toMillis());
        config.setValidationTimeout(Opened.PATIENCE.toMillis() / 2);
        config.setInitializationFailTimeout(1);
        config.setExceptionOverride(new Evictions());
        // the driver is named, since the JDK's list need not have it
        if (source instanceof DatabaseSource.Url) {
            config.setDriverClassName("org.postgresql.Driver");
            postgresql(config, settings);
        } else {
            config.setDataSource(KnownTimeouts.over(new DriverDataSource(
                    login.url, "org.h2.Driver", new Properties(), login.user, login.password.reveal())));
            config.setMaxLifetime(0);
        }
        return new HikariDataSource(config);
    }

    static Login login(DatabaseSource source, DatabaseSettings settings) {
        if (source instanceof DatabaseSource.Url url) {
            if (!url.url().startsWith("jdbc:postgresql:")) {
                throw new IllegalArgumentException(
                        "the URL must begin with jdbc:postgresql: (leave it out for the built-in H2 database)");
            }
            return new Login(url.url(), url.user(), url.password());
        }
        return new Login(h2Url(source, settings), "sa", new Secret(""));
    }

    /** False where the URL has start options of its own, which replace ours. */
    static boolean bringsLockTimeout(DatabaseSource source) {
        return !(source instanceof DatabaseSource.Url url && url.url().contains("options="));
    }

    /** As properties, so that what the URL says wins. */
    private static void postgresql(HikariConfig config, DatabaseSettings settings) {
        config.addDataSourceProperty(
                "options", "-c lock_timeout=" + settings.lockTimeout().toMillis());
        config.addDataSourceProperty("reWriteBatchedInserts", "true");
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("connectTimeout", seconds(Opened.PATIENCE));
        config.addDataSourceProperty("cancelSignalTimeout", seconds(Opened.PATIENCE));
        config.addDataSourceProperty(
                "socketTimeout", seconds(settings.statementTimeout().plus(NETWORK_SLACK)));
        config.addDataSourceProperty("ApplicationName", config.getPoolName());
    }

    /**
     * {@code retry}: with a plain file, one interrupted thread closes the database for everybody. {@code WRITE_DELAY=0}: else
     * the last half second of commits is lost with a killed process.
     */
    private static String h2Url(DatabaseSource source, DatabaseSettings settings) {
        String place = source instanceof DatabaseSource.H2File file
                ? "retry:" + file.file().toAbsolutePath() + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE"
                : "mem:" + ((DatabaseSource.H2Memory) source).name() + ";DB_CLOSE_DELAY=-1";
        return "jdbc:h2:" + place
                + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;QUERY_CACHE_SIZE="
                + STATEMENTS_KEPT + ";LOCK_TIMEOUT="
                + settings.lockTimeout().toMillis();
    }

    private static String seconds(Duration duration) {
        return String.valueOf(duration.toSeconds());
    }
}
