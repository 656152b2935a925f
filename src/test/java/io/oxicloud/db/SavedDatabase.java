package io.oxicloud.db;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;

/**
 * All rows of a database as of one moment, while others write: what {@code pg_dump} would save. It goes through JDBC, for the machine's
 * {@code pg_dump} may be older than the server.
 */
public final class SavedDatabase {
    private final Engine engine;
    private final String script;

    /** By table. */
    private final Map<String, byte[]> rows;

    /** Where each sequence stands. */
    private final Map<String, Long> sequences;

    private SavedDatabase(Engine engine, String script, Map<String, byte[]> rows, Map<String, Long> sequences) {
        this.engine = engine;
        this.script = script;
        this.rows = rows;
        this.sequences = sequences;
    }

    public static SavedDatabase of(DatabaseSource source) throws SQLException {
        return source instanceof DatabaseSource.H2Memory h2 ? ofH2(h2) : ofPostgres((DatabaseSource.Url) source);
    }

    /** Another database that has these rows; may be called again. */
    public DatabaseSource restore() throws SQLException {
        return engine == Engine.H2 ? restoreH2() : restorePostgres();
    }

    private static SavedDatabase ofH2(DatabaseSource.H2Memory source) throws SQLException {
        try (Connection connection = h2(source);
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("set session characteristics as transaction isolation level snapshot");
            var script = new StringWriter();
            try (var lines = statement.executeQuery("script")) {
                while (lines.next()) {
                    script.append(lines.getString(1)).append('\n');
                }
            }
            connection.commit();
            return new SavedDatabase(Engine.H2, script.toString(), Map.of(), Map.of());
        }
    }

    private DatabaseSource restoreH2() throws SQLException {
        var target = new DatabaseSource.H2Memory("restored-" + UUID.randomUUID());
        try (Connection connection = h2(target);
                var statement = connection.createStatement()) {
            statement.execute(script);
        }
        return target;
    }

    private static SavedDatabase ofPostgres(DatabaseSource.Url source) throws SQLException {
        Map<String, byte[]> rows = new LinkedHashMap<>();
        Map<String, Long> sequences = new LinkedHashMap<>();
        try (Connection connection = postgres(source)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            for (String table : tables(connection)) {
                var out = new ByteArrayOutputStream();
                copy(connection, "copyOut", "copy " + table + " to stdout", OutputStream.class, out);
                rows.put(table, out.toByteArray());
            }
            try (var statement = connection.createStatement();
                    var found = statement.executeQuery("select sequencename, last_value from pg_sequences"
                            + " where schemaname = 'public' and last_value is not null")) {
                while (found.next()) {
                    sequences.put(found.getString(1), found.getLong(2));
                }
            }
            connection.commit();
        }
        return new SavedDatabase(Engine.POSTGRESQL, "", rows, sequences);
    }

    private DatabaseSource restorePostgres() throws SQLException {
        var target = (DatabaseSource.Url) TestDatabase.source(Engine.POSTGRESQL);
        try (Connection connection = postgres(target);
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("truncate " + String.join(", ", tables(connection)));
            statement.execute("set local session_replication_role = replica"); // tables in any order
            for (Map.Entry<String, byte[]> table : rows.entrySet()) {
                copy(
                        connection,
                        "copyIn",
                        "copy " + table.getKey() + " from stdin",
                        InputStream.class,
                        new ByteArrayInputStream(table.getValue()));
            }
            for (Map.Entry<String, Long> sequence : sequences.entrySet()) {
                statement.execute("select setval('" + sequence.getKey() + "', " + sequence.getValue() + ")");
            }
            connection.commit();
        }
        return target;
    }

    private static List<String> tables(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (var statement = connection.createStatement();
                var found = statement.executeQuery(
                        "select tablename from pg_tables where schemaname = 'public' order by tablename")) {
            while (found.next()) {
                tables.add(found.getString(1));
            }
        }
        return tables;
    }

    private static Connection h2(DatabaseSource.H2Memory database) throws SQLException {
        var h2 = new JdbcDataSource();
        h2.setUrl("jdbc:h2:mem:" + database.name()
                + ";DB_CLOSE_DELAY=-1;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH");
        h2.setUser("sa");
        h2.setPassword("");
        return h2.getConnection();
    }

    /** Not through the JDK's list of drivers: a closed database has taken the driver out of it. */
    private static Connection postgres(DatabaseSource.Url database) throws SQLException {
        var login = new Properties();
        login.setProperty("user", database.user());
        login.setProperty("password", database.user());
        try {
            Driver driver = Class.forName("org.postgresql.Driver")
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
            return Objects.requireNonNull(driver.connect(database.url(), login));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By name: the driver's classes have annotations of a library that we leave out, over which the compiler would stumble. */
    private static void copy(Connection connection, String method, String sql, Class<?> type, Object stream) {
        try {
            Object copies = Class.forName("org.postgresql.PGConnection")
                    .getMethod("getCopyAPI")
                    .invoke(connection);
            copies.getClass().getMethod(method, String.class, type).invoke(copies, sql, stream);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
