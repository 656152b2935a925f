package io.oxicloud.account;

import static io.oxicloud.account.TestAccounts.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Engine;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random groups, grown and cut at random, compared after each step with a model that knows only pairs. */
class GroupExpansionTest {
    private static final int GROUPS = 14;
    private static final int USERS = 4;
    private static final int STEPS = 120;

    private record Nested(int parent, int child) {}

    private record Member(int group, int user) {}

    private final Set<Nested> nestings = new HashSet<>();
    private final Set<Member> members = new HashSet<>();

    @ParameterizedTest
    @EnumSource
    void theExpansionIsThatOfANaiveWalk(Engine engine) {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        try (var system = new TestAccounts(engine)) {
            Groups groups = system.doors.groups(List.of());
            List<GroupId> ids = IntStream.range(0, GROUPS)
                    .mapToObj(i -> groups.create(job(), "g" + i, null).id())
                    .toList();
            List<UserId> users = IntStream.range(0, USERS)
                    .mapToObj(i -> system.user("user" + i).id())
                    .toList();
            for (int step = 0; step < STEPS; step++) {
                change(random, groups, ids, users);
                String where = "seed " + seed + ", step " + step;
                int user = random.nextInt(USERS);
                assertEquals(
                        expected(user, ids, users), system.doors.directory().subjectsOf(users.get(user)), where);
                int group = random.nextInt(GROUPS);
                assertEquals(expectedMembers(group, users), groups.members(job(), ids.get(group)), where);
            }
            assertTrue(members.size() + nestings.size() > 5, "seed " + seed + ": something grew");
        }
    }

    private void change(Random random, Groups groups, List<GroupId> ids, List<UserId> users) {
        int group = random.nextInt(GROUPS);
        int other = random.nextInt(GROUPS);
        int user = random.nextInt(USERS);
        var nested = new Nested(group, other);
        var member = new Member(group, user);
        switch (random.nextInt(10)) {
            case 0 -> {
                if (members.remove(member)) {
                    groups.removeUser(job(), ids.get(group), users.get(user));
                }
            }
            case 1 -> {
                if (nestings.remove(nested)) {
                    groups.removeGroup(job(), ids.get(group), ids.get(other));
                }
            }
            case 2, 3, 4 -> {
                members.add(member);
                groups.addUser(job(), ids.get(group), users.get(user));
            }
            default -> nest(groups, nested, ids);
        }
    }

    private void nest(Groups groups, Nested nested, List<GroupId> ids) {
        boolean allowed = !reachable(nested.child()).contains(nested.parent())
                && up(nested.parent()) + down(nested.child()) <= Groups.MAX_DEPTH;
        if (allowed) {
            nestings.add(nested);
            groups.addGroup(job(), ids.get(nested.parent()), ids.get(nested.child()));
        } else {
            assertThrows(
                    CloudException.class,
                    () -> groups.addGroup(job(), ids.get(nested.parent()), ids.get(nested.child())));
        }
    }

    private Set<UUID> expected(int user, List<GroupId> ids, List<UserId> users) {
        var subjects = new HashSet<UUID>();
        subjects.add(users.get(user).value());
        subjects.add(Groups.INTERNAL.value());
        for (int group = 0; group < GROUPS; group++) {
            if (inside(group, user)) {
                subjects.add(ids.get(group).value());
            }
        }
        return subjects;
    }

    private Set<UserId> expectedMembers(int group, List<UserId> users) {
        return IntStream.range(0, USERS)
                .filter(user -> inside(group, user))
                .mapToObj(users::get)
                .collect(Collectors.toSet());
    }

    private boolean inside(int group, int user) {
        return reachable(group).stream().anyMatch(each -> members.contains(new Member(each, user)));
    }

    private Set<Integer> reachable(int group) {
        var found = new TreeSet<Integer>();
        found.add(group);
        nestings.stream().filter(n -> n.parent() == group).forEach(n -> found.addAll(reachable(n.child())));
        return found;
    }

    private int up(int group) {
        return 1
                + nestings.stream()
                        .filter(n -> n.child() == group)
                        .mapToInt(n -> up(n.parent()))
                        .max()
                        .orElse(0);
    }

    private int down(int group) {
        return 1
                + nestings.stream()
                        .filter(n -> n.parent() == group)
                        .mapToInt(n -> down(n.child()))
                        .max()
                        .orElse(0);
    }
}
