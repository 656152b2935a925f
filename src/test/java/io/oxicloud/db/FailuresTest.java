package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {
    @ParameterizedTest
    @CsvSource({
        "40001, BUSY",
        "40P01, BUSY",
        "HYT00, BUSY",
        "55P03, BUSY",
        "57014, BUSY",
        "08006, BACKEND_DOWN",
        "57P01, BACKEND_DOWN",
        "53300, BACKEND_DOWN",
        "90098, BACKEND_DOWN"
    })
    void statesOfBothDriversBecomeCodes(String state, ErrorCode code) {
        var failure = new IllegalStateException("outer", new SQLException("inner", state));

        var translated = (CloudException) Failures.translate("test", failure);

        assertEquals(code, translated.code());
        assertSame(failure, translated.getCause());
    }

    @Test
    void whatIsNoneOfTheDatabasesBusinessStaysAsItIs() {
        var own = new CloudException(ErrorCode.NAME_TAKEN, "taken", new SQLException("inner", "40001"));
        var bug = new IllegalStateException("bug");
        var check = new IllegalStateException("check", new SQLException("inner", "23514"));

        assertSame(own, Failures.translate("test", own));
        assertSame(bug, Failures.translate("test", bug));
        assertSame(check, Failures.translate("test", check));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "uq_node_live, uq_node_live",
                "public.uq_node_live INDEX public.uq_node_live_INDEX_3, uq_node_live",
                "public.PK_NODE INDEX public.PRIMARY_KEY_3, pk_node",
                "null, ''"
            })
    void constraintNamesAreTheMigrations(String raw, String name) {
        assertEquals(name, Failures.constraintName(raw));
    }
}
