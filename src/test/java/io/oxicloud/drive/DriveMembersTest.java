package io.oxicloud.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Grant;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.audit.AuditLines;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class DriveMembersTest {
    private final DriveGround ground;
    private final Actor.User alice;
    private final Actor.User bob;
    private final DriveId team;

    DriveMembersTest(Engine engine) {
        ground = new DriveGround(engine);
        alice = ground.ground.user();
        bob = ground.ground.user();
        team = ground.shared("Team", alice).id();
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void aMemberSeesTheDriveAtOnceAndLosesItAtOnce() {
        assertEquals(List.of("Personal"), ground.names(bob));

        set(bob, Role.VIEWER);
        List<String> asMember = ground.names(bob);
        ground.members.remove(alice, team, Subject.of(bob.id()));

        assertEquals(List.of("Personal", "Team"), asMember);
        assertEquals(List.of("Personal"), ground.names(bob));
    }

    @Test
    void aGroupBringsAllWhoAreInItAndWhoComesLater() {
        GroupId crew = ground.ground.group();
        ground.members.set(alice, team, Subject.of(crew), Role.EDITOR, null);
        assertEquals(List.of("Personal"), ground.names(bob));

        ground.ground.groups().addUser(TestGround.ADMIN, crew, bob.id());
        List<String> asMember = ground.names(bob);
        ground.ground.groups().removeUser(TestGround.ADMIN, crew, bob.id());

        assertEquals(List.of("Personal", "Team"), asMember);
        assertEquals(List.of("Personal"), ground.names(bob));
    }

    @Test
    void settingAMemberAgainChangesTheRole() {
        Grant first = set(bob, Role.VIEWER);

        Grant second = set(bob, Role.EDITOR);

        assertEquals(first.id(), second.id());
        assertEquals(Role.EDITOR, ground.drives.get(bob, team).role());
    }

    @Test
    void whoseTimeIsOverIsNoMemberAndNotListed() {
        Instant end = ground.ground.clock.instant().plusSeconds(5);
        ground.members.set(alice, team, Subject.of(bob.id()), Role.VIEWER, end);
        assertEquals(2, ground.members.list(alice, team).size());
        assertEquals(List.of("Personal", "Team"), ground.names(bob));

        ground.ground.clock.advance(Duration.ofSeconds(5));

        assertEquals(1, ground.members.list(alice, team).size());
        assertEquals(List.of("Personal"), ground.names(bob));
        assertRefused(ErrorCode.NOT_FOUND, () -> ground.members.list(bob, team));
    }

    @Test
    void theLastOwnerForGoodStays() {
        Instant end = ground.ground.clock.instant().plusSeconds(5);
        Subject self = Subject.of(alice.id());
        ground.members.set(alice, team, Subject.of(bob.id()), Role.OWNER, end);
        ground.members.set(alice, team, Subject.of(ground.ground.group()), Role.OWNER, null);

        assertRefused(ErrorCode.INVALID_INPUT, () -> ground.members.remove(alice, team, self));
        assertRefused(ErrorCode.INVALID_INPUT, () -> ground.members.set(alice, team, self, Role.EDITOR, null));
        assertRefused(ErrorCode.INVALID_INPUT, () -> ground.members.set(alice, team, self, Role.OWNER, end));

        ground.members.set(alice, team, self, Role.OWNER, null);
        set(bob, Role.OWNER);
        ground.members.remove(alice, team, self);

        assertEquals(List.of("Personal"), ground.names(alice));
    }

    @Test
    void ofTwoOwnersWhoRemoveEachOtherOneStays() throws Exception {
        set(bob, Role.OWNER);
        var together = new CyclicBarrier(2);
        var both = Executors.newFixedThreadPool(2);
        try {
            Callable<ErrorCode> byAlice = () -> removed(together, alice, bob);
            Callable<ErrorCode> byBob = () -> removed(together, bob, alice);
            for (Future<ErrorCode> ended : both.invokeAll(List.of(byAlice, byBob))) {
                ended.get();
            }
        } finally {
            both.shutdownNow();
        }

        int owners = ground.names(alice).size() + ground.names(bob).size() - 2;
        assertEquals(1, owners);
    }

    @Test
    void membershipOfAPersonalDriveNeverChanges() {
        DriveId own = ground.personal(alice).id();

        assertRefused(
                ErrorCode.NOT_ALLOWED_HERE,
                () -> ground.members.set(alice, own, Subject.of(bob.id()), Role.VIEWER, null));
        assertRefused(ErrorCode.NOT_ALLOWED_HERE, () -> ground.members.remove(alice, own, Subject.of(alice.id())));
        assertEquals(1, ground.members.list(alice, own).size());
    }

    @Test
    void whoIsNotThereIsNoMember() {
        for (Subject nobody :
                List.of(Subject.of(new UserId(UUID.randomUUID())), Subject.of(new GroupId(UUID.randomUUID())))) {
            assertRefused(ErrorCode.INVALID_INPUT, () -> ground.members.set(alice, team, nobody, Role.VIEWER, null));
            ground.members.remove(alice, team, nobody);
        }
    }

    @Test
    void anExternalUserMayBeAMemberButNoOwner() {
        Actor.User guest = ground.ground.external();

        set(guest, Role.EDITOR);

        assertEquals(List.of("Team"), ground.names(guest));
        assertRefused(ErrorCode.INVALID_INPUT, () -> set(guest, Role.OWNER));
    }

    @Test
    void policiesRefuseWhatTheyForbid() {
        Actor.User guest = ground.ground.external();
        policy(Policy.FORBID_EXTERNAL_SHARING);
        assertRefused(ErrorCode.NOT_ALLOWED_HERE, () -> set(guest, Role.VIEWER));

        policy(Policy.FORBID_OWNER_ROLE_CHANGE);
        set(bob, Role.EDITOR);
        assertRefused(ErrorCode.NOT_ALLOWED_HERE, () -> set(bob, Role.OWNER));
        assertRefused(ErrorCode.NOT_ALLOWED_HERE, () -> ground.members.remove(alice, team, Subject.of(alice.id())));

        policy(Policy.READ_ONLY);
        assertRefused(ErrorCode.NOT_ALLOWED_HERE, () -> set(bob, Role.VIEWER));
        assertRefused(ErrorCode.NOT_ALLOWED_HERE, () -> ground.members.remove(alice, team, Subject.of(bob.id())));
        assertEquals(2, ground.members.list(alice, team).size());
    }

    private Grant set(Actor.User member, Role role) {
        return ground.members.set(alice, team, Subject.of(member.id()), role, null);
    }

    @Test
    void refusalsNameTheActorByHisIdAlone() {
        DriveId own = ground.personal(alice).id();

        try (var audit = new AuditLines()) {
            assertThrows(
                    CloudException.class,
                    () -> ground.members.set(alice, own, Subject.of(bob.id()), Role.VIEWER, null));
            assertThrows(CloudException.class, () -> ground.members.remove(alice, team, Subject.of(alice.id())));
            assertThrows(CloudException.class, () -> ground.drives.delete(alice, own));
            assertThrows(CloudException.class, () -> ground.drives.setQuota(alice, team, 5L));
            assertThrows(
                    CloudException.class,
                    () -> ground.drives.createShared(alice, new NewDrive("x", Subject.of(bob.id()), null)));
            assertThrows(CloudException.class, () -> ground.drives.rename(bob, team, "x"));

            List<String> lines = audit.lines().stream()
                    .filter(line -> line.contains(alice.id().toString())
                            || line.contains(bob.id().toString()))
                    .toList();
            assertEquals(6, lines.size(), lines::toString);
            for (String line : lines) {
                String who = line.startsWith("authz")
                        ? bob.id().toString()
                        : alice.id().toString();
                assertTrue(line.matches("\\S+ actor=" + who + "( .*)?"), line);
            }
        }
    }

    private void policy(Policy policy) {
        ground.drives.setPolicies(TestGround.ADMIN, team, Map.of(policy.key(), true));
    }

    private ErrorCode removed(CyclicBarrier together, Actor.User by, Actor.User who) throws Exception {
        together.await();
        try {
            ground.members.remove(by, team, Subject.of(who.id()));
            return ErrorCode.CONFLICT;
        } catch (CloudException e) {
            return e.code();
        }
    }

    private static void assertRefused(ErrorCode code, Executable attempt) {
        assertEquals(code, assertThrows(CloudException.class, attempt).code());
    }
}
