package io.oxicloud.db;

import java.sql.SQLException;

/** Makes something of each row of a statement's result, one after the other, within the transaction. */
@FunctionalInterface
public interface RowReader<T> {
    /** @param row valid until this returns, and the same object each time */
    T read(Row row) throws SQLException;
}
