package io.oxicloud.db;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/** Which failures end a connection: those of a lost database on either engine, not PostgreSQL's "feature not supported". */
final class Evictions implements SQLExceptionOverride {
    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        if (Failures.isGone(state)) {
            return SQLExceptionOverride.Override.MUST_EVICT;
        }
        return state.equals("0A000")
                ? SQLExceptionOverride.Override.DO_NOT_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
}
