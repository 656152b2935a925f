package io.oxicloud.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class DriveSelectorTest {
    private final DriveGround ground;
    private final Actor.User alice;
    private final DriveRow team;

    DriveSelectorTest(Engine engine) {
        ground = new DriveGround(engine);
        alice = ground.ground.user();
        team = ground.shared("Team", alice);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void aUserWhoseHoldingsAreKnownCostsOneStatementAndThenNone() {
        ground.ground.access.rights(alice);

        assertEquals(1, ground.ground.statements(() -> ground.drives.readable(alice)));
        assertEquals(0, ground.ground.statements(() -> ground.drives.readable(alice)));
        assertEquals(0, ground.ground.statements(() -> ground.drives.select(alice, "Team")));
        assertEquals(
                0,
                ground.ground.statements(
                        () -> ground.drives.select(alice, team.id().toString())));
        assertSame(ground.drives.readable(alice), ground.drives.readable(alice));
    }

    @Test
    void theListIsTheSameColdAndWarm() {
        List<DriveView> cold = ground.drives.readable(alice);

        ground.ground.clock.advance(Duration.ofSeconds(31));

        assertEquals(cold, ground.drives.readable(alice));
    }

    @Test
    void aHerdOfColdCallersCostsOneStatement() throws Exception {
        Actor.User bob = ground.ground.user();
        ground.ground.access.rights(bob);
        var together = new CyclicBarrier(32);
        var herd = Executors.newFixedThreadPool(32);
        try {
            ground.ground.database.statements().reset();

            List<Future<Integer>> lists = IntStream.range(0, 32)
                    .mapToObj(i -> herd.submit(() -> {
                        together.await();
                        return ground.drives.readable(bob).size();
                    }))
                    .toList();

            for (Future<Integer> list : lists) {
                assertEquals(1, list.get());
            }
            assertEquals(1, ground.ground.database.statements().count());
        } finally {
            herd.shutdownNow();
        }
    }

    @Test
    void aFailedLoadIsToldToItsCallersAndNotRemembered() {
        ground.ground.access.rights(alice);
        sql("alter table drive rename to hidden");

        assertThrows(RuntimeException.class, () -> ground.drives.readable(alice));
        sql("alter table hidden rename to drive");

        assertEquals(List.of("Personal", "Team"), ground.names(alice));
    }

    @Test
    void everyMutationIsSeenByTheNextCall() {
        Actor.User bob = ground.ground.user();
        Subject subject = Subject.of(bob.id());
        GroupId crew = ground.ground.group();
        GroupId around = ground.ground.group();
        ground.join(bob, team, Role.VIEWER);
        assertEquals(Role.VIEWER, ground.drives.select(bob, "Team").role());

        ground.members.set(alice, team.id(), subject, Role.EDITOR, null);
        assertEquals(Role.EDITOR, ground.drives.select(bob, "Team").role());
        ground.drives.setPolicies(TestGround.ADMIN, team.id(), Map.of("forbid_sharing", true));
        assertEquals(
                Map.of("forbid_sharing", true),
                ground.drives.select(bob, "Team").policies().values());
        ground.drives.setQuota(TestGround.ADMIN, team.id(), 7L);
        assertEquals(7L, ground.drives.select(bob, "Team").quotaBytes());
        ground.drives.rename(alice, team.id(), "Crew");
        assertEquals(List.of("Personal", "Crew"), ground.names(bob));
        ground.members.remove(alice, team.id(), subject);
        assertEquals(List.of("Personal"), ground.names(bob));
        ground.members.set(alice, team.id(), Subject.of(around), Role.VIEWER, null);
        ground.ground.groups().addUser(TestGround.ADMIN, crew, bob.id());
        assertEquals(List.of("Personal"), ground.names(bob));
        ground.ground.groups().addGroup(TestGround.ADMIN, around, crew);
        assertEquals(List.of("Personal", "Crew"), ground.names(bob));
        ground.ground.groups().removeGroup(TestGround.ADMIN, around, crew);
        assertEquals(List.of("Personal"), ground.names(bob));
        ground.members.set(alice, team.id(), Subject.of(crew), Role.VIEWER, null);
        assertEquals(List.of("Personal", "Crew"), ground.names(bob));
        ground.ground.groups().delete(TestGround.ADMIN, crew);
        assertEquals(List.of("Personal"), ground.names(bob));
        ground.drives.rename(bob, ground.personal(bob).id(), "Mine");
        assertEquals(List.of("Mine"), ground.names(bob));
        ground.ground.accounts().delete(TestGround.ADMIN, bob.id());
        assertEquals(List.of(), ground.names(bob));
    }

    @Test
    void aRoleThatEndsTakesItsDriveFromTheListAtThatInstant() {
        Actor.User bob = ground.ground.user();
        var end = ground.ground.clock.instant().plusSeconds(5);
        ground.ground.give(Subject.of(bob.id()), Resource.of(team.id()), Role.EDITOR, end);
        ground.ground.give(
                Subject.of(ground.ground.group(bob.id())), Resource.of(team.id()), Role.VIEWER, end.plusSeconds(5));
        assertEquals(Role.EDITOR, ground.drives.get(bob, team.id()).role());

        ground.ground.clock.advance(Duration.ofSeconds(5));
        Role later = ground.drives.get(bob, team.id()).role();
        ground.ground.clock.advance(Duration.ofSeconds(5));

        assertEquals(Role.VIEWER, later);
        assertEquals(List.of("Personal"), ground.names(bob));
    }

    @Test
    void onlyAUserHasDrives() {
        for (Actor nobody : List.of(Actor.Anonymous.ANONYMOUS, new Actor.Job("trash.purge"))) {
            CloudException refused = assertThrows(CloudException.class, () -> ground.drives.readable(nobody));

            assertEquals(ErrorCode.UNAUTHENTICATED, refused.code());
        }
    }

    private void sql(String statement) {
        ground.ground.write(
                scope -> scope.session().createNativeMutationQuery(statement).executeUpdate());
    }
}
