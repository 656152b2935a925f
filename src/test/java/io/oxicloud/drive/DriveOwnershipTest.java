package io.oxicloud.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Permission;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.account.Groups;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Engine;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class DriveOwnershipTest {
    private static final Actor ADMIN = TestGround.ADMIN;

    private final DriveGround ground;
    private final Actor.User alice;
    private final Actor.User bob;

    DriveOwnershipTest(Engine engine) {
        ground = new DriveGround(engine);
        alice = ground.ground.user();
        bob = ground.ground.user();
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void anInternalUserComesWithADriveAndAnExternalOneWithout() {
        DriveView own = ground.personal(alice);

        assertEquals("Personal", own.name());
        assertEquals(DriveKind.PERSONAL, own.kind());
        assertEquals(alice.id(), own.defaultFor());
        assertEquals(Role.OWNER, own.role());
        assertEquals("Personal", ground.roots.names.get(own.id()));
        assertEquals(List.of(), ground.drives.readable(ground.ground.external()));
    }

    @Test
    void withoutItsDriveThereIsNoAccount() {
        ground.roots.broken = true;

        assertRefused(ErrorCode.BUSY, () -> ground.ground.user());

        ground.roots.broken = false;
        assertEquals(2, ground.ground.accounts().list(ADMIN, null, 100).items().size());
    }

    @Test
    void anAccountTakesItsDriveAndItsGrantsAlong() {
        DriveId own = ground.personal(alice).id();
        DriveRow team = ground.shared("Team", bob);
        ground.join(alice, team, Role.OWNER);
        Lineage shared = Lineage.ofRoot(own).child(new NodeId(UUID.randomUUID()));

        ground.ground.accounts().delete(ADMIN, alice.id());

        assertFalse(ground.roots.names.containsKey(own));
        assertFalse(ground.ground.access.test(alice, shared, Permission.READ));
        assertEquals(1, ground.members.list(bob, team.id()).size());
    }

    @Test
    void theLastOwnerOfASharedDriveKeepsItsAccount() {
        DriveRow team = ground.shared("Team", alice);

        CloudException refused =
                assertRefused(ErrorCode.CONFLICT, () -> ground.ground.accounts().delete(ADMIN, alice.id()));

        assertTrue(refused.message().contains(team.id().toString()));
        assertEquals(List.of("Personal", "Team"), ground.names(alice));
    }

    @Test
    void theLastInTheGroupThatOwnsADriveKeepsItsAccountAndItsPlace() {
        GroupId around = ground.ground.groupsAround(alice.id());
        ground.shared("Team", Subject.of(around));

        assertRefused(ErrorCode.CONFLICT, () -> ground.ground.accounts().delete(ADMIN, alice.id()));
        for (GroupId each : groups()) {
            assertRefused(ErrorCode.CONFLICT, () -> ground.ground.groups().delete(ADMIN, each));
        }

        assertEquals(List.of("Personal", "Team"), ground.names(alice));
    }

    @Test
    void whoLeavesAnEmptyOwnerBehindIsKeptAndWhoDoesNotMayGo() {
        GroupId crew = ground.ground.group(alice.id(), bob.id());
        ground.shared("Team", Subject.of(crew));

        ground.ground.groups().removeUser(ADMIN, crew, alice.id());
        assertRefused(ErrorCode.CONFLICT, () -> ground.ground.groups().removeUser(ADMIN, crew, bob.id()));

        assertEquals(List.of("Personal"), ground.names(alice));
        assertEquals(List.of("Personal", "Team"), ground.names(bob));
    }

    @Test
    void aGroupBesideAnotherOwnerMayGoWithItsGrants() {
        GroupId crew = ground.ground.group(alice.id());
        DriveRow team = ground.shared("Team", Subject.of(crew));
        ground.join(bob, team, Role.OWNER);
        assertEquals(List.of("Personal", "Team"), ground.names(alice));

        ground.ground.groups().delete(ADMIN, crew);

        assertEquals(List.of("Personal"), ground.names(alice));
        assertEquals(1, ground.members.list(bob, team.id()).size());
    }

    @Test
    void aGroupThatOwnsNothingMayGoAndTakesItsGrantsAlong() {
        GroupId crew = ground.ground.group(bob.id());
        DriveRow team = ground.shared("Team", alice);
        Lineage folder = team.lineage().child(new NodeId(UUID.randomUUID()));
        ground.ground.give(Subject.of(crew), Resource.of(folder, true), Role.EDITOR, null);
        assertTrue(ground.ground.access.test(bob, folder, Permission.UPDATE));

        ground.ground.groups().delete(ADMIN, crew);

        assertFalse(ground.ground.access.test(bob, folder, Permission.READ));
    }

    @Test
    void aDriveOfAllInternalUsersIsNeverWithoutAnOwner() {
        DriveRow team = ground.shared("Team", alice);
        ground.members.set(alice, team.id(), Subject.of(Groups.INTERNAL), Role.OWNER, null);

        ground.ground.accounts().delete(ADMIN, alice.id());

        assertEquals(List.of("Personal", "Team"), ground.names(bob));
    }

    private List<GroupId> groups() {
        return ground.ground.groups().list(ADMIN, null, 100).items().stream()
                .filter(group -> !group.virtual())
                .map(group -> group.id())
                .toList();
    }

    private static CloudException assertRefused(ErrorCode code, Executable attempt) {
        CloudException refused = assertThrows(CloudException.class, attempt);
        assertEquals(code, refused.code());
        return refused;
    }
}
