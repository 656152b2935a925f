package io.oxicloud.files.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.UserView;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Engine;
import io.oxicloud.drive.NewDrive;
import io.oxicloud.files.TestFiles;
import java.util.List;
import java.util.UUID;
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
    void whatIsHeldMustFitIntoTheDrivesBesideTheFiles() {
        Actor.User carl = user(100);
        files.write(carl, files.home(carl), "a", "0123456789".repeat(4));

        charge(carl.id(), 50);
        refused(carl.id(), 11);
        charge(carl.id(), 10);
    }

    @Test
    void theRoomOfAllDrivesCounts() {
        Actor.User carl = user(100);
        var own = new DriveId(files.home(carl).value());
        DriveId team = files.drives
                .createShared(TestGround.ADMIN, new NewDrive("Team", Subject.of(alice), 50L))
                .id();
        var gone = new DriveId(UUID.randomUUID());

        assertEquals(0, room(List.of()));
        assertEquals(100, room(List.of(own, gone)));
        assertEquals(150, room(List.of(own, team)));
        assertEquals(Long.MAX_VALUE, room(List.of(own, files.drive(files.user(), "Unlimited"), team)));
    }

    private long room(List<DriveId> drives) {
        return files.ground.tx.read("room", scope -> files.ledger.room(scope, drives));
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
        var own = new DriveId(files.home(new Actor.User(account, false, false)).value());
        files.ground.tx.retryingWrite("charge", scope -> {
            files.held.charge(scope, account, bytes, List.of(own));
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
