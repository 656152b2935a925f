package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import org.junit.jupiter.api.Test;

class DatabaseLostTest {
    @Test
    void aDatabaseThatWasGoneIsReportedAndComesBackByItself() throws Exception {
        var direct = (DatabaseSource.Url) TestDatabase.source(Engine.POSTGRESQL);
        try (var cable = new CutCable(direct);
                var database = TestDatabase.open(cable.source(), Entities.CLASSES)) {
            time(database);

            cable.cut();
            for (Runnable use : new Runnable[] {() -> time(database), database::ping}) {
                var lost = assertThrows(CloudException.class, use::run);
                assertEquals(ErrorCode.BACKEND_DOWN, lost.code());
                assertNotNull(lost.retryAfter());
            }
            cable.mend();

            assertEquals(ErrorCode.BACKEND_DOWN, lastFailureBeforeSuccess(database));
            database.ping();
        }
    }

    /** Only BACKEND_DOWN may come in between, however long the pool takes to notice. */
    private static ErrorCode lastFailureBeforeSuccess(Database database) {
        ErrorCode last = ErrorCode.BACKEND_DOWN;
        for (int attempt = 0; attempt < 20; attempt++) {
            try {
                time(database);
                return last;
            } catch (CloudException e) {
                last = e.code();
            }
        }
        throw new AssertionError("did not come back");
    }

    private static void time(Database database) {
        database.requests().read("time", Tx.Scope::databaseTime);
    }
}
