package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class TxTest {
    private final Database database;

    TxTest(Engine engine) {
        database = TestDatabase.open(engine, Entities.CLASSES);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void effectsRunAfterTheCommitAndOutsideTheTransaction() {
        var seen = new ArrayList<Boolean>();

        database.requests().write("test", scope -> {
            scope.afterCommit(() -> seen.add(Tx.active()));
            assertTrue(Tx.active());
            return 1;
        });

        assertEquals(java.util.List.of(false), seen);
        assertFalse(Tx.active());
    }

    @Test
    void transactionsDoNotNest() {
        assertThrows(
                IllegalStateException.class,
                () -> database.requests()
                        .read("outer", scope -> database.maintenance().read("inner", inner -> 1)));
    }

    @Test
    void theDatabaseTellsItsTimeAndAnswersAPing() {
        database.ping();

        assertTrue(database.requests().read("time", Tx.Scope::databaseTime).getEpochSecond() > 1_700_000_000);
    }
}
