package io.oxicloud.account;

import static io.oxicloud.account.TestAccounts.HOME;
import static io.oxicloud.account.TestAccounts.PASSWORD;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.db.Engine;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PruningTest {
    @ParameterizedTest
    @EnumSource
    void sessionsAndTokensGoWhenNobodyCanUseThem(Engine engine) throws Exception {
        try (var system = new TestAccounts(engine)) {
            PeriodicTask pruning = system.doors.tasks().get(0);
            system.user("anna");
            Signed unused = system.login("anna", PASSWORD, HOME);
            Signed used = system.login("anna", PASSWORD, HOME);
            system.clock.advance(Duration.ofDays(6));
            used = system.signIn().refresh(used.refresh().reveal(), HOME);
            pruning.run();
            assertEquals(2, count(system, "SessionEntity"));
            assertEquals(3, count(system, "RefreshTokenEntity"));

            system.clock.advance(Duration.ofDays(1).plusHours(2));
            pruning.run();

            assertEquals(1, count(system, "SessionEntity"));
            assertEquals(1, count(system, "RefreshTokenEntity"));
            Refusals.refused(
                    ErrorCode.FORBIDDEN,
                    () -> system.signIn().refresh(unused.refresh().reveal(), HOME));
            system.signIn().refresh(used.refresh().reveal(), HOME);
        }
    }

    private static long count(TestAccounts system, String entity) {
        return system.database
                .requests()
                .read(
                        "test",
                        scope -> scope.session()
                                .createSelectionQuery("select count(e) from " + entity + " e", Long.class)
                                .getSingleResult());
    }
}
