package io.oxicloud.db;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.hibernate.FlushMode;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.engine.jdbc.spi.JdbcCoordinator;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * A change or a query in SQL, with which Hibernate has no more to do than with any statement of its own: it counts it, bounds its
 * time and translates its failure. It keeps no translation of a change, neither in its own language nor in SQL; and a row costs it
 * several times what it costs the driver.
 */
final class DirectStatement {
    private final StringBuilder text = new StringBuilder();
    private final List<@Nullable Object> parameters = new ArrayList<>();

    DirectStatement(String sql, @Nullable Object... values) {
        int from = 0;
        for (Object value : values) {
            int mark = sql.indexOf('?', from);
            text.append(sql, from, mark);
            if (value instanceof Collection<?> list) {
                add(List.copyOf(list));
            } else {
                text.append('?');
                parameters.add(value);
            }
            from = mark + 1;
        }
        text.append(sql, from, sql.length());
    }

    /** As a {@link ValueList}, and for the same reason: a driver keeps statements, too. */
    private void add(List<?> list) {
        int count = ValueList.parameters(list.size());
        text.append('(').append("?, ".repeat(count - 1)).append("?)");
        for (int i = 0; i < count; i++) {
            parameters.add(ValueList.at(list, i));
        }
    }

    private interface Run<T> {
        T of(JdbcCoordinator jdbc, PreparedStatement statement, String sql) throws SQLException;
    }

    /** @return how many rows it changed */
    int change(SharedSessionContractImplementor session) {
        session.flush();
        return run(session, (jdbc, statement, sql) -> jdbc.getResultSetReturn().executeUpdate(statement, sql));
    }

    <T> List<T> rows(SharedSessionContractImplementor session, RowReader<T> reader) {
        if (session.getHibernateFlushMode() != FlushMode.MANUAL) {
            session.flush();
        }
        return run(session, (jdbc, statement, sql) -> {
            ResultSet result = jdbc.getResultSetReturn().extract(statement, sql);
            var row = new Row(result, session.getJdbcServices().getDialect() instanceof H2Dialect);
            List<T> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(reader.read(row));
            }
            return rows;
        });
    }

    private <T> T run(SharedSessionContractImplementor session, Run<T> run) {
        String sql = text.toString();
        JdbcCoordinator jdbc = session.getJdbcCoordinator();
        PreparedStatement statement = jdbc.getStatementPreparer().prepareStatement(sql);
        try {
            for (int i = 0; i < parameters.size(); i++) {
                bind(statement, i + 1, parameters.get(i));
            }
            return run.of(jdbc, statement, sql);
        } catch (SQLException e) {
            throw session.getJdbcServices().getSqlExceptionHelper().convert(e, "cannot set a parameter or read", sql);
        } finally {
            jdbc.getLogicalConnection().getResourceRegistry().release(statement);
            jdbc.afterStatementExecution();
        }
    }

    /** Both drivers take the other values that there are as they are. */
    private static void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.NULL);
        } else if (value instanceof Instant time) {
            statement.setObject(index, time.atOffset(ZoneOffset.UTC));
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else {
            statement.setObject(index, value);
        }
    }
}
