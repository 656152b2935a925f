package io.oxicloud.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.Groups;
import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.InvalidationBus;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(Engine.class)
class AccessTest {
    private static final Lineage ROOT = Lineage.ofRoot(new DriveId(new UUID(7, 1)));
    private static final Lineage FOLDER = ROOT.child(new NodeId(new UUID(7, 2)));
    private static final Lineage FILE = FOLDER.child(new NodeId(new UUID(7, 3)));

    private final DatabaseSource source;
    private final TestGround ground;

    AccessTest(Engine engine) {
        source = TestDatabase.source(engine);
        ground = new TestGround(source, List.of()).open(List.of(), List.of());
    }

    @AfterEach
    void close() {
        ground.close();
    }

    /** Groups, members and grants change all the time; each change counts for the very next question. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void decisionsAreThoseOfTheNaiveEvaluatorThroughEveryChange(long seed) {
        var random = new Random(seed);
        var world = new NaiveWorld(random, ground.clock.instant());
        List<Actor.User> users = Stream.generate(ground::user).limit(4).toList();
        world.populate(
                users.stream().map(Actor.User::id).toList(),
                Stream.generate(() -> ground.group()).limit(8).toList());
        store(world);
        compare(world, users);

        for (int change = 0; change < 10; change++) {
            change(world, random);
            compare(world, users);
        }
        for (Instant moment : world.moments()) {
            ground.clock.advance(Duration.between(ground.clock.instant(), moment));
            compare(world, users);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyKindOfActorWithEveryRoleGetsWhatTheRuleSays(Resource.Kind kind) {
        var matrix = new PermissionMatrix(ground);
        Actor.User owner = ground.user();

        matrix.check(
                () -> {
                    Lineage root = Lineage.ofRoot(new DriveId(UUID.randomUUID()));
                    Lineage folder = root.child(new NodeId(UUID.randomUUID()));
                    Lineage file = folder.child(new NodeId(UUID.randomUUID()));
                    Resource on = switch (kind) {
                        case DRIVE -> Resource.of(root, true);
                        case FOLDER -> Resource.of(folder, true);
                        case FILE -> Resource.of(file, false);
                    };
                    ground.give(Subject.of(owner.id()), on, Role.OWNER, null);
                    return new PermissionMatrix.Thing<>(owner, on, file);
                },
                Stream.of(Permission.values())
                        .map(permission -> PermissionMatrix.Door.<Lineage>needing(
                                permission,
                                "require " + permission,
                                (actor, file) -> ground.access.require(actor, file, permission)))
                        .toList());
    }

    @Test
    void aColdActorCostsOneStatementAndAWarmOneNone() {
        Actor.User alice = ground.user();
        ground.give(Subject.of(ground.groupsAround(alice.id())), Resource.of(FOLDER, true), Role.EDITOR, null);
        ground.doors.directory().subjectsOf(alice.id());

        assertEquals(1, ground.statements(() -> ground.access.require(alice, FILE, Permission.READ)));
        assertEquals(0, ground.statements(() -> ground.access.require(alice, FILE, Permission.UPDATE)));
    }

    @Test
    void aHerdOfColdCallersCostsOneStatement() throws Exception {
        Actor.User alice = ground.user();
        ground.give(Subject.of(alice.id()), Resource.of(FOLDER, true), Role.EDITOR, null);
        ground.doors.directory().subjectsOf(alice.id());
        var together = new CyclicBarrier(32);
        var herd = Executors.newFixedThreadPool(32);
        try {
            ground.database.statements().reset();

            List<Future<Boolean>> answers = IntStream.range(0, 32)
                    .mapToObj(i -> herd.submit(() -> {
                        together.await();
                        return ground.access.test(alice, FILE, Permission.UPDATE);
                    }))
                    .toList();

            for (Future<Boolean> answer : answers) {
                assertTrue(answer.get());
            }
            assertEquals(1, ground.database.statements().count());
        } finally {
            herd.shutdownNow();
        }
    }

    @Test
    void aFailedLoadIsNotRemembered() {
        Actor.User alice = ground.user();
        ground.give(Subject.of(alice.id()), Resource.of(FOLDER, true), Role.EDITOR, null);
        sql("alter table role_grant rename to hidden");

        assertThrows(RuntimeException.class, () -> ground.access.test(alice, FILE, Permission.READ));
        sql("alter table hidden rename to role_grant");

        assertTrue(ground.access.test(alice, FILE, Permission.READ));
    }

    @Test
    void aRoleEndsAtItsInstantThoughItIsRemembered() {
        Actor.User alice = ground.user();
        Instant end = ground.clock.instant().plusSeconds(5);
        ground.give(Subject.of(alice.id()), Resource.of(FOLDER, true), Role.EDITOR, end);
        assertTrue(ground.access.test(alice, FILE, Permission.READ));

        ground.clock.advance(Duration.between(ground.clock.instant(), end));

        assertEquals(0, ground.statements(() -> assertFalse(ground.access.test(alice, FILE, Permission.READ))));
    }

    @Test
    void aChangeIsSeenByTheNextQuestionWhileOthersKeepLoading() throws Exception {
        Actor.User alice = ground.user();
        Subject subject = Subject.of(alice.id());
        Resource folder = Resource.of(FOLDER, true);
        var readers = Executors.newFixedThreadPool(4);
        try {
            for (int i = 0; i < 4; i++) {
                readers.execute(() -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        ground.access.test(alice, FILE, Permission.READ);
                    }
                });
            }
            for (int i = 0; i < 20; i++) {
                ground.give(subject, folder, Role.VIEWER, null);
                assertTrue(ground.access.test(alice, FILE, Permission.READ));
                ground.write(scope -> ground.grants.revoke(scope, subject, folder));
                assertFalse(ground.access.test(alice, FILE, Permission.READ));
            }
        } finally {
            readers.shutdownNow();
        }
    }

    @Test
    void whatOneNodeRevokesTheOtherForgets() throws Exception {
        Actor.User alice = ground.user();
        Subject subject = Subject.of(alice.id());
        Resource folder = Resource.of(FOLDER, true);
        ground.give(subject, folder, Role.VIEWER, null);
        try (TestGround other = new TestGround(source, List.of())) {
            var listening = new CountDownLatch(1);
            var told = new Semaphore(0);
            other.access.whenHoldingsChange(new InvalidationBus.Listener() {
                @Override
                public void invalidate(String key) {
                    told.release();
                }

                @Override
                public void clear() {
                    listening.countDown();
                }
            });
            other.events.start();
            assertTrue(listening.await(30, TimeUnit.SECONDS));
            told.drainPermits(); // of what happened before
            assertTrue(other.access.test(alice, FILE, Permission.READ));

            ground.write(scope -> ground.grants.revoke(scope, subject, folder));

            assertTrue(told.tryAcquire(30, TimeUnit.SECONDS));
            assertFalse(other.access.test(alice, FILE, Permission.READ));
        }
    }

    @Test
    void anInternalUserHasWhatAllInternalUsersHaveAndAnExternalOneHasNot() {
        ground.give(Subject.of(Groups.INTERNAL), Resource.of(FOLDER, true), Role.VIEWER, null);

        assertTrue(ground.access.test(ground.user(), FILE, Permission.READ));
        assertFalse(ground.access.test(ground.external(), FILE, Permission.READ));
    }

    @Test
    void rightsTakenBeforeATransactionDecideInsideIt() {
        Actor.User alice = ground.user();
        ground.give(Subject.of(alice.id()), Resource.of(FOLDER, true), Role.EDITOR, null);
        Rights rights = ground.access.rights(alice);

        boolean may = ground.tx.read("test", scope -> rights.test(FILE, Permission.UPDATE));

        assertTrue(may);
    }

    private void store(NaiveWorld world) {
        for (GroupId group : world.groups) {
            for (UUID member : world.membersOf(group)) {
                addMember(world, group, member);
            }
        }
        world.grants.forEach(this::store);
    }

    private void store(Grant grant) {
        // what would have ended already is as good as none
        if (grant.inEffect(ground.clock.instant())) {
            ground.give(grant.subject(), grant.resource(), grant.role(), grant.expiresAt());
        } else {
            ground.write(scope -> ground.grants.revoke(scope, grant.subject(), grant.resource()));
        }
    }

    private void change(NaiveWorld world, Random random) {
        switch (random.nextInt(4)) {
            case 0 -> {
                Grant grant = world.grant();
                world.grants.add(grant);
                store(grant);
            }
            case 1 -> {
                if (!world.grants.isEmpty()) {
                    Grant gone = world.grants.remove(random.nextInt(world.grants.size()));
                    ground.write(scope -> ground.grants.revoke(scope, gone.subject(), gone.resource()));
                }
            }
            case 2 -> {
                GroupId group = world.groups.get(random.nextInt(world.groups.size()));
                UUID member =
                        world.users.get(random.nextInt(world.users.size())).value();
                if (world.membersOf(group).add(member)) {
                    addMember(world, group, member);
                }
            }
            default -> {
                GroupId group = world.groups.get(random.nextInt(world.groups.size()));
                world.membersOf(group).stream().sorted().findFirst().ifPresent(member -> {
                    world.membersOf(group).remove(member);
                    removeMember(world, group, member);
                });
            }
        }
    }

    private void addMember(NaiveWorld world, GroupId group, UUID member) {
        if (world.users.contains(new UserId(member))) {
            ground.groups().addUser(TestGround.ADMIN, group, new UserId(member));
        } else {
            ground.groups().addGroup(TestGround.ADMIN, group, new GroupId(member));
        }
    }

    private void removeMember(NaiveWorld world, GroupId group, UUID member) {
        if (world.users.contains(new UserId(member))) {
            ground.groups().removeUser(TestGround.ADMIN, group, new UserId(member));
        } else {
            ground.groups().removeGroup(TestGround.ADMIN, group, new GroupId(member));
        }
    }

    private void compare(NaiveWorld world, List<Actor.User> users) {
        Instant now = ground.clock.instant();
        for (Actor.User user : users) {
            for (NaiveWorld.Node node : world.nodes) {
                Set<Permission> expected = EnumSet.noneOf(Permission.class);
                for (Permission permission : Permission.values()) {
                    if (world.allowed(user.id(), node, permission, now)) {
                        expected.add(permission);
                    }
                }
                assertEquals(expected, ground.access.permissions(user, node.lineage()));
            }
        }
    }

    private void sql(String statement) {
        ground.write(
                scope -> scope.session().createNativeMutationQuery(statement).executeUpdate());
    }
}
