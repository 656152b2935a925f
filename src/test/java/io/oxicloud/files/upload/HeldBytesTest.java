package io.oxicloud.files.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.account.NewUser;
import io.oxicloud.account.UserView;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Engine;
import io.oxicloud.files.TestFiles;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class HeldBytesTest {
    private final TestFiles files;
    private final UserId alice;

    HeldBytesTest(Engine engine) {
        files = new TestFiles(engine);
        alice = files.user().id();
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void whatIsHeldIsCountedForEachAccount() {
        UserId bob = files.user().id();
        charge(alice, 10);
        charge(alice, 5);
        charge(bob, 1);
        charge(bob, 0);

        release(alice, 12);

        assertEquals(3, held(alice));
        assertEquals(1, held(bob));
        assertEquals(0, held(files.user().id()));
        assertThrows(IllegalStateException.class, () -> release(alice, 4));
    }

    @Test
    void noAccountHoldsMoreThanAnyMay() {
        charge(alice, TestFiles.MOST_HELD - 1);

        refused(alice, 2);
        refused(alice, Long.MAX_VALUE);

        charge(alice, 1);
        assertEquals(TestFiles.MOST_HELD, held(alice));
    }

    @Test
    void whatIsHeldMustFitIntoTheQuotaBesideTheFiles() {
        Actor.User carl = user(100);
        files.write(carl, files.home(carl), "a", "0123456789".repeat(4));

        charge(carl.id(), 50);
        refused(carl.id(), 11);
        charge(carl.id(), 10);
    }

    /** Sixty bytes fit, and nobody waits for somebody else's. */
    @Test
    void manyAtOnceGetNoMoreThanFits() throws Exception {
        Actor.User carl = user(60);

        List<Object> outcomes = Herd.of(8, () -> {
            charge(carl.id(), 10);
            return true;
        });

        assertEquals(6, outcomes.stream().filter(Boolean.TRUE::equals).count());
        assertEquals(60, held(carl.id()));
    }

    private Actor.User user(long quota) {
        UserId id = files.ground
                .accounts()
                .create(
                        new Actor.Job("test"),
                        new NewUser("carl", "carl@example.com", null, UserView.Role.USER, quota, true, false))
                .id();
        return new Actor.User(id, false, false);
    }

    private void refused(UserId account, long bytes) {
        assertEquals(
                ErrorCode.OVER_QUOTA,
                assertThrows(CloudException.class, () -> charge(account, bytes)).code());
    }

    private void charge(UserId account, long bytes) {
        files.ground.tx.retryingWrite("charge", scope -> {
            files.held.charge(scope, account, bytes);
            return true;
        });
    }

    private void release(UserId account, long bytes) {
        files.ground.tx.retryingWrite("release", scope -> {
            files.held.release(scope, account, bytes);
            return true;
        });
    }

    private long held(UserId account) {
        return files.ground.tx.read("held", scope -> files.held.of(scope, account));
    }
}
