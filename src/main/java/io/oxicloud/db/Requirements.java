package io.oxicloud.db;

import java.sql.Connection;
import java.sql.SQLException;

/** What a database must be like before it is given any tables; the messages say what to change. */
final class Requirements {
    private Requirements() {}

    /** @throws IllegalStateException if it is neither of the two engines */
    static Engine engine(DatabaseSource source, Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
            case "PostgreSQL" -> Engine.POSTGRESQL;
            case "H2" -> Engine.H2;
            default ->
                throw new IllegalStateException(
                        source.describe() + " leads to " + product + "; OxiCloud runs on PostgreSQL and H2 only");
        };
    }

    /** @throws IllegalStateException if texts or names would go wrong in it */
    static void check(Engine engine, DatabaseSource source, Connection connection) throws SQLException {
        if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
            throw new IllegalStateException(source.describe() + " must have the transaction isolation READ COMMITTED");
        }
        switch (engine) {
            case POSTGRESQL ->
                require(source, connection, "show server_encoding", "UTF8", "must have the encoding UTF8");
            case H2 -> {
                h2(source, connection, "MODE", "PostgreSQL");
                h2(source, connection, "DATABASE_TO_LOWER", "true");
                h2(source, connection, "DEFAULT_NULL_ORDERING", "HIGH");
            }
        }
    }

    private static void h2(DatabaseSource source, Connection connection, String name, String value)
            throws SQLException {
        String sql = "select setting_value from information_schema.settings where setting_name = '" + name + "'";
        require(source, connection, sql, value, "must be opened with ;" + name + "=" + value + " in its URL");
    }

    private static void require(DatabaseSource source, Connection connection, String sql, String wanted, String demand)
            throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            String found = rows.next() ? rows.getString(1) : "nothing";
            if (!wanted.equalsIgnoreCase(found)) {
                throw new IllegalStateException(source.describe() + " " + demand + ", it has " + found);
            }
        }
    }
}
