package io.oxicloud.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row at which the result of a statement stands, alike on both engines. Columns are counted from 1. */
public final class Row {
    private final ResultSet result;
    private final boolean givesInstants;

    /** @param givesInstants whether the driver knows them; H2's makes other times of it in several steps */
    Row(ResultSet result, boolean givesInstants) {
        this.result = result;
        this.givesInstants = givesInstants;
    }

    public byte[] bytes(int column) throws SQLException {
        return Objects.requireNonNull(bytesOrNull(column));
    }

    /** A copy, which nobody else has. */
    public byte @Nullable [] bytesOrNull(int column) throws SQLException {
        return result.getBytes(column);
    }

    public String text(int column) throws SQLException {
        return Objects.requireNonNull(textOrNull(column));
    }

    public @Nullable String textOrNull(int column) throws SQLException {
        return result.getString(column);
    }

    /** Of a column that holds a number in each row. */
    public long number(int column) throws SQLException {
        return result.getLong(column);
    }

    /** Of a column of that type, which both drivers give as it is unless asked for another one. */
    public @Nullable UUID idOrNull(int column) throws SQLException {
        return (UUID) result.getObject(column);
    }

    /** To the microsecond. */
    public Instant time(int column) throws SQLException {
        return givesInstants
                ? result.getObject(column, Instant.class)
                : result.getObject(column, OffsetDateTime.class).toInstant();
    }
}
