package io.oxicloud.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RightsTest {
    private static final Instant NOW = Instant.parse("2026-07-20T10:00:00Z");
    private static final UserId ALICE = new UserId(new UUID(0, 1));
    private static final Lineage ROOT = Lineage.ofRoot(new DriveId(new UUID(0, 2)));
    private static final Lineage FOLDER = ROOT.child(new NodeId(new UUID(0, 3)));
    private static final Lineage FILE = FOLDER.child(new NodeId(new UUID(0, 4)));

    static Stream<Long> seeds() {
        return Stream.iterate(1L, seed -> seed + 1).limit(100);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void decisionsAreThoseOfTheNaiveEvaluator(long seed) {
        var random = new Random(seed);
        var world = new NaiveWorld(random, NOW);
        world.populate(
                Stream.generate(() -> new UserId(uuid(random))).limit(4).toList(),
                Stream.generate(() -> new GroupId(uuid(random))).limit(6).toList());

        for (UserId user : world.users) {
            var holdings = new Holdings(holdingsOf(world, user));
            for (Instant moment : world.moments()) {
                var rights = new Rights(user(user), holdings, Clock.fixed(moment, ZoneOffset.UTC));
                for (NaiveWorld.Node node : world.nodes) {
                    assertEquals(expected(world, user, node, moment), rights.permissions(node.lineage()));
                }
            }
        }
    }

    @Test
    void whatMayNotBeReadIsAbsentInEveryWord() {
        var rights = rights(FOLDER, Role.EDITOR, null);

        CloudException hidden = assertThrows(
                CloudException.class, () -> rights.require(ROOT.child(new NodeId(ALICE.value())), Permission.READ));

        assertEquals(ErrorCode.NOT_FOUND, hidden.code());
        assertEquals(Access.absent().message(), hidden.message());
    }

    @Test
    void whatMayBeReadButNotChangedIsForbidden() {
        var rights = rights(FOLDER, Role.EDITOR, null);

        CloudException refused = assertThrows(CloudException.class, () -> rights.require(FILE, Permission.DELETE));

        assertEquals(ErrorCode.FORBIDDEN, refused.code());
    }

    @Test
    void aGrantOnAFolderShowsNothingAboveIt() {
        var rights = rights(FOLDER, Role.OWNER, null);

        assertEquals(Set.of(), rights.permissions(ROOT));
        assertEquals(EnumSet.allOf(Permission.class), rights.permissions(FILE));
    }

    @Test
    void aGrantOnADriveCountsForItsRootAndAllBelow() {
        var rights = rights(ROOT, Role.VIEWER, null);

        assertTrue(rights.test(ROOT, Permission.READ));
        assertTrue(rights.test(FILE, Permission.READ));
    }

    @Test
    void aGrantThatExpiresWhileItIsKnownCountsNothingFromThatInstantOn() {
        var holding = new Holdings(List.of(new Holding(Resource.of(ROOT, true), Role.OWNER, NOW)));

        var before = new Rights(user(ALICE), holding, Clock.fixed(NOW.minusNanos(1000), ZoneOffset.UTC));
        var at = new Rights(user(ALICE), holding, Clock.fixed(NOW, ZoneOffset.UTC));

        assertTrue(before.test(FILE, Permission.MANAGE));
        assertEquals(1, before.holdings(Resource.Kind.DRIVE).size());
        assertEquals(Set.of(), at.permissions(FILE));
        assertEquals(List.of(), at.holdings(Resource.Kind.DRIVE));
    }

    @Test
    void aJobMayDoEverythingAndNobodyNothing() {
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);

        assertEquals(
                EnumSet.allOf(Permission.class),
                new Rights(new Actor.Job("trash.purge"), Holdings.NONE, clock).permissions(FILE));
        assertEquals(Set.of(), new Rights(Actor.Anonymous.ANONYMOUS, Holdings.NONE, clock).permissions(FILE));
    }

    @ParameterizedTest
    @EnumSource(Permission.class)
    void anAdministratorHasNoRightOnAnybodysFiles(Permission permission) {
        var admin = new Rights(new Actor.User(ALICE, true, false), Holdings.NONE, Clock.fixed(NOW, ZoneOffset.UTC));

        CloudException refused = assertThrows(CloudException.class, () -> admin.require(FILE, permission));

        assertEquals(ErrorCode.NOT_FOUND, refused.code());
    }

    private static Rights rights(Lineage on, Role role, @Nullable Instant expires) {
        var holding = new Holding(Resource.of(on, true), role, expires);
        return new Rights(user(ALICE), new Holdings(List.of(holding)), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static Set<Permission> expected(NaiveWorld world, UserId user, NaiveWorld.Node node, Instant now) {
        var expected = EnumSet.noneOf(Permission.class);
        for (Permission permission : Permission.values()) {
            if (world.allowed(user, node, permission, now)) {
                expected.add(permission);
            }
        }
        return expected;
    }

    /** The groups of a user as a fixed point over direct members; upwards, where the naive evaluator looks downwards. */
    private static List<Holding> holdingsOf(NaiveWorld world, UserId user) {
        Set<UUID> subjects = new HashSet<>(Set.of(user.value()));
        boolean grew = true;
        while (grew) {
            grew = false;
            for (GroupId group : world.groups) {
                boolean in = world.membersOf(group).stream().anyMatch(subjects::contains);
                grew |= in && subjects.add(group.value());
            }
        }
        return world.grants.stream()
                .filter(grant -> subjects.contains(grant.subject().id()))
                .map(grant -> new Holding(grant.resource(), grant.role(), grant.expiresAt()))
                .toList();
    }

    private static Actor user(UserId id) {
        return new Actor.User(id, false, false);
    }

    private static UUID uuid(Random random) {
        return new UUID(random.nextLong(), random.nextLong());
    }
}
