package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On H2 alone, which is what they are for. */
class KnownTimeoutsTest {
    private final JdbcDataSource h2 = new JdbcDataSource();
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        connection = KnownTimeouts.over(h2).getConnection("", "");
    }

    @AfterEach
    void close() throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("shutdown");
        }
    }

    @Test
    void aTimeThatIsKnownIsNotSetAgain() throws SQLException {
        limit(60);
        long parsed = parsed();

        limit(60);
        limit(59);
        limit(60);

        assertEquals(parsed, parsed());
        assertEquals(60, limit());
    }

    @Test
    void anotherTimeIsSet() throws SQLException {
        limit(60);

        limit(58);
        assertEquals(58, limit());
        limit(59);
        assertEquals(59, limit());
        limit(1);
        assertEquals(1, limit());
    }

    @Test
    void aTimeThatIsTakenAwayStaysUntilTheNext() throws SQLException {
        limit(60);
        long parsed = parsed();

        limit(0);
        limit(60);

        assertEquals(parsed, parsed());
    }

    @Test
    void failuresComeThroughAsTheyAre() {
        var failure = assertThrows(SQLException.class, () -> connection.prepareStatement("select * from nothing"));

        assertEquals("42S04", failure.getSQLState());
    }

    @Test
    void noTransactionMakesH2ForgetWhatItHasParsed() throws SQLException {
        try (Database database = TestDatabase.open(TestDatabase.source(Engine.H2), Entities.CLASSES)) {
            work(database.requests());
            long parsed = parsed(database.requests());

            work(database.requests());

            assertEquals(parsed, parsed(database.requests()));
        }
    }

    private static void work(Tx tx) {
        tx.write("change", scope -> scope.change("update work set attempts = 0 where id = ?", UUID.randomUUID()));
        tx.read("look", Tx.Scope::databaseTime);
    }

    private void limit(int seconds) throws SQLException {
        try (var statement = connection.prepareStatement("select 1")) {
            statement.setQueryTimeout(seconds);
        }
    }

    private int limit() throws SQLException {
        return connection
                .unwrap(JdbcConnection.class)
                .prepareStatement("select 1")
                .getQueryTimeout();
    }

    private long parsed() throws SQLException {
        return parsed(connection);
    }

    private static long parsed(Tx tx) {
        Long parsed = tx.read("count", scope -> scope.session().<Long>doReturningWork(KnownTimeoutsTest::parsed));
        return parsed;
    }

    /** Where H2 writes down that all sessions are to parse anew. */
    private static long parsed(Connection connection) throws SQLException {
        var session = (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
        return session.getDatabase().getModificationMetaId();
    }
}
