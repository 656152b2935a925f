package io.oxicloud.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Engine;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class DrivesTest {
    private static final Map<String, Boolean> FROZEN = Map.of("read_only", true);

    private final DriveGround ground;
    private final Actor.User alice;
    private final Actor.User bob;

    DrivesTest(Engine engine) {
        ground = new DriveGround(engine);
        alice = ground.ground.user();
        bob = ground.ground.user();
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void aSharedDriveHasARootAndItsOwnerButNotItsMaker() {
        Actor.User admin = ground.ground.admin();

        DriveRow made = ground.drives.createShared(admin, new NewDrive(" Team ", Subject.of(alice.id()), 1_000L));

        assertEquals("Team", ground.roots.names.get(made.id()));
        assertEquals(Role.OWNER, ground.drives.get(alice, made.id()).role());
        assertEquals(1_000L, ground.drives.get(alice, made.id()).quotaBytes());
        assertRefused(ErrorCode.NOT_FOUND, () -> ground.drives.get(admin, made.id()));
    }

    @Test
    void howFullADriveIsFollowsFromItsOwnQuotaOrThatOfItsUser() {
        DriveRow limited =
                ground.drives.createShared(TestGround.ADMIN, new NewDrive("Limited", Subject.of(alice.id()), 1_000L));
        DriveRow boundless = ground.shared("Boundless", alice);
        DriveRow hidden = ground.shared("Hidden", bob);
        DriveView personal = ground.personal(alice);
        for (DriveId each : List.of(limited.id(), boundless.id(), personal.id())) {
            ground.ground.tx.write("test.charge", scope -> {
                ground.ledger.charge(scope, each, 400);
                return each;
            });
        }
        List<DriveId> asked = List.of(limited.id(), boundless.id(), hidden.id(), personal.id());
        long quota = ground.ground.accounts().get(TestGround.ADMIN, alice.id()).quotaBytes();

        ground.ground.database.statements().reset();
        Map<DriveId, Space> space = ground.drives.space(alice, asked);

        assertEquals(2, ground.ground.database.statements().count());
        assertEquals(
                Map.of(
                        limited.id(),
                        new Space(400, 600L),
                        boundless.id(),
                        new Space(400, null),
                        personal.id(),
                        new Space(400, quota == 0 ? null : Long.valueOf(quota - 400))),
                space);
    }

    @Test
    void aDriveWithoutSomebodyToOwnItIsNotMade() {
        for (Subject nobody : List.of(
                Subject.of(new UserId(UUID.randomUUID())),
                Subject.of(ground.ground.group()),
                Subject.of(ground.ground.external().id()))) {
            assertRefused(ErrorCode.INVALID_INPUT, () -> ground.shared("Team", nobody));
        }
    }

    @Test
    void aGroupWithSomebodyDeepInsideMayOwnADrive() {
        ground.shared("Team", Subject.of(ground.ground.groupsAround(alice.id())));

        assertEquals(List.of("Personal", "Team"), ground.names(alice));
    }

    @Test
    void whatTheRootRefusesLeavesNoDrive() {
        ground.roots.broken = true;

        assertRefused(ErrorCode.BUSY, () -> ground.shared("Team", alice));

        assertEquals(List.of("Personal"), ground.names(alice));
        assertEquals(1L, count("select count(d) from DriveEntity d where d.defaultFor = :user", alice.id()));
    }

    @Test
    void aNewNameIsSeenByAllMembersAtOnceAndByTheRoot() {
        DriveRow team = ground.shared("Team", alice);
        ground.join(bob, team, Role.VIEWER);
        assertEquals(List.of("Personal", "Team"), ground.names(bob));

        ground.drives.rename(alice, team.id(), "Crew");

        assertEquals(List.of("Personal", "Crew"), ground.names(bob));
        assertEquals("Crew", ground.roots.names.get(team.id()));
        assertRefused(ErrorCode.NOT_FOUND, () -> ground.drives.select(bob, "Team"));
    }

    @Test
    void aDeletedDriveIsGoneForAllMembersWithEveryGrantOnIt() {
        DriveRow team = ground.shared("Team", alice);
        ground.join(bob, team, Role.VIEWER);
        assertEquals(List.of("Personal", "Team"), ground.names(bob));

        ground.drives.delete(alice, team.id());

        assertEquals(List.of("Personal"), ground.names(bob));
        assertFalse(ground.ground.access.test(bob, team.lineage(), Permission.READ));
        assertFalse(ground.roots.names.containsKey(team.id()));
        assertRefused(ErrorCode.NOT_FOUND, () -> ground.drives.delete(alice, team.id()));
    }

    @Test
    void aDriveWithSomethingInItStays() {
        DriveRow team = ground.shared("Team", alice);
        ground.roots.full.add(team.id());

        assertRefused(ErrorCode.CONFLICT, () -> ground.drives.delete(alice, team.id()));

        assertEquals(List.of("Personal", "Team"), ground.names(alice));
    }

    @Test
    void aDefaultDriveIsNeverDeleted() {
        assertRefused(
                ErrorCode.NOT_ALLOWED_HERE,
                () -> ground.drives.delete(alice, ground.personal(alice).id()));
    }

    @Test
    void aFrozenDriveIsNeitherRenamedNorDeleted() {
        DriveRow team = ground.shared("Team", alice);
        ground.drives.setPolicies(TestGround.ADMIN, team.id(), FROZEN);

        assertRefused(ErrorCode.NOT_ALLOWED_HERE, () -> ground.drives.rename(alice, team.id(), "Crew"));
        assertRefused(ErrorCode.NOT_ALLOWED_HERE, () -> ground.drives.delete(alice, team.id()));
    }

    @Test
    void policiesAreMergedKeptAndSeenAtOnce() {
        DriveRow team = ground.shared("Team", alice);
        assertEquals(Policies.NONE, ground.drives.get(alice, team.id()).policies());

        ground.drives.setPolicies(TestGround.ADMIN, team.id(), Map.of("read_only", true, "of_tomorrow", true));
        Policies all = ground.drives.setPolicies(TestGround.ADMIN, team.id(), Map.of("read_only", false));

        assertEquals(Map.of("read_only", false, "of_tomorrow", true), all.values());
        assertEquals(all, ground.drives.get(alice, team.id()).policies());
        assertEquals(all, ground.ground.tx.read("test", scope -> ground.ledger.policies(scope, team.id())));
    }

    @Test
    void aDefaultDriveIsIndexed() {
        Policies policies = ground.personal(alice).policies();

        assertTrue(policies.has(Policy.INCLUDE_IN_PHOTO_INDEX) && policies.has(Policy.INCLUDE_IN_MUSIC_INDEX));
    }

    @Test
    void aQuotaIsForSharedDrives() {
        DriveRow team = ground.shared("Team", alice);

        ground.drives.setQuota(TestGround.ADMIN, team.id(), 100L);

        assertEquals(100L, ground.drives.get(alice, team.id()).quotaBytes());
        assertRefused(ErrorCode.INVALID_INPUT, () -> ground.drives.setQuota(TestGround.ADMIN, team.id(), -1L));
        assertRefused(
                ErrorCode.INVALID_INPUT,
                () -> ground.drives.setQuota(
                        TestGround.ADMIN, ground.personal(alice).id(), 100L));
    }

    @Test
    void whatDoesNotFitIsNotCharged() {
        DriveRow team = ground.shared("Team", alice);
        ground.drives.setQuota(TestGround.ADMIN, team.id(), 100L);

        charge(team.id(), 100);
        assertRefused(ErrorCode.OVER_QUOTA, () -> charge(team.id(), 1));
        charge(team.id(), -60);
        charge(team.id(), 40);

        assertEquals(80L, ground.drives.used(alice).get(team.id()));
    }

    @Test
    void whatIsOverALoweredQuotaMayStillShrink() {
        DriveRow team = ground.shared("Team", alice);
        charge(team.id(), 100);
        ground.drives.setQuota(TestGround.ADMIN, team.id(), 10L);

        charge(team.id(), -1);

        assertEquals(99L, ground.drives.used(alice).get(team.id()));
        assertRefused(ErrorCode.OVER_QUOTA, () -> charge(team.id(), 1));
    }

    @Test
    void aDriveThatIsGoneTakesNoCharge() {
        assertRefused(ErrorCode.NOT_FOUND, () -> charge(new DriveId(UUID.randomUUID()), 1));
    }

    @Test
    void whoHoldsAFolderInADriveLearnsNothingOfTheDrive() {
        DriveRow team = ground.shared("Team", alice);
        Lineage folder = team.lineage().child(new NodeId(UUID.randomUUID()));
        ground.ground.give(Subject.of(bob.id()), Resource.of(folder, true), Role.OWNER, null);
        assertTrue(ground.ground.access.test(bob, folder, Permission.SHARE));

        assertEquals(List.of("Personal"), ground.names(bob));
        for (Executable attempt : List.<Executable>of(
                () -> ground.drives.get(bob, team.id()),
                () -> ground.drives.select(bob, team.id().toString()),
                () -> ground.drives.select(bob, "Team"),
                () -> ground.members.list(bob, team.id()),
                () -> ground.drives.rename(bob, team.id(), "Crew"))) {
            assertEquals(
                    Access.absent().message(),
                    assertRefused(ErrorCode.NOT_FOUND, attempt).message());
        }
    }

    @Test
    void everyChangeIsWrittenDown() {
        DriveRow team = ground.shared("Team", alice);
        ground.drives.rename(alice, team.id(), "Crew");
        ground.drives.setPolicies(TestGround.ADMIN, team.id(), Map.of("forbid_sharing", true));
        ground.drives.setQuota(TestGround.ADMIN, team.id(), 5L);
        ground.members.set(alice, team.id(), Subject.of(bob.id()), Role.VIEWER, null);
        ground.members.remove(alice, team.id(), Subject.of(bob.id()));
        ground.drives.delete(alice, team.id());

        assertEquals(
                Set.of(
                        "drive.created",
                        "drive.renamed",
                        "drive.policies_set",
                        "drive.quota_set",
                        "drive.member_set",
                        "drive.member_removed",
                        "drive.deleted"),
                ground.driveEvents());
    }

    private void charge(DriveId drive, long bytes) {
        ground.ground.write(scope -> ground.ledger.charge(scope, drive, bytes));
    }

    private long count(String query, UserId user) {
        return ground.ground.tx.read(
                "test",
                scope -> scope.session()
                        .createSelectionQuery(query, Long.class)
                        .setParameter("user", user.value())
                        .getSingleResult());
    }

    private static CloudException assertRefused(ErrorCode code, Executable attempt) {
        CloudException refused = assertThrows(CloudException.class, attempt);
        assertEquals(code, refused.code());
        return refused;
    }
}
