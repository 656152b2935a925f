package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static io.oxicloud.account.TestAccounts.actor;
import static io.oxicloud.account.TestAccounts.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Engine;
import io.oxicloud.db.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class GroupsTest {
    private final TestAccounts system;
    private final Listening listener = new Listening();
    private final Groups groups;
    private final UserView anna;
    private final AtomicInteger chains = new AtomicInteger();

    GroupsTest(Engine engine) {
        system = new TestAccounts(engine);
        groups = system.doors.groups(List.of(listener));
        anna = system.user("anna");
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void onlyAdministratorsComeIn() {
        GroupId team = group("team");
        UserId user = anna.id();
        for (Actor outsider : List.of(actor(anna), Actor.Anonymous.ANONYMOUS)) {
            ErrorCode code = outsider instanceof Actor.User ? ErrorCode.FORBIDDEN : ErrorCode.UNAUTHENTICATED;
            List<Executable> calls = List.of(
                    () -> groups.create(outsider, "mine", null),
                    () -> groups.rename(outsider, team, "mine", null),
                    () -> groups.delete(outsider, team),
                    () -> groups.addUser(outsider, team, user),
                    () -> groups.addGroup(outsider, team, team),
                    () -> groups.removeUser(outsider, team, user),
                    () -> groups.removeGroup(outsider, team, team),
                    () -> groups.get(outsider, team),
                    () -> groups.list(outsider, null, 10),
                    () -> groups.members(outsider, team));
            calls.forEach(call -> refused(code, call));
        }
        groups.create(actor(system.admin("root")), "another", null);
    }

    @Test
    void namesAreUniqueWhateverTheirCase() {
        GroupId team = group("Team");
        refused(ErrorCode.NAME_TAKEN, () -> group("tEAM"));
        refused(ErrorCode.NAME_TAKEN, () -> group("internal"));
        GroupId other = group("other");
        refused(ErrorCode.NAME_TAKEN, () -> groups.rename(job(), other, "TEAM", null));

        groups.rename(job(), team, "TEAM", "all of us");

        assertEquals("TEAM", groups.get(job(), team).name());
        assertEquals("all of us", groups.get(job(), team).description());
    }

    @Test
    void mistakesAreNamed() {
        for (String name : List.of("", "-a", ".a", "a b", "a/b", "ä", "a".repeat(65))) {
            assertTrue(refused(ErrorCode.INVALID_INPUT, () -> group(name))
                    .message()
                    .startsWith("name: "));
        }
        refused(ErrorCode.INVALID_INPUT, () -> groups.create(job(), "a", "x".repeat(1_001)));
        refused(ErrorCode.INVALID_INPUT, () -> groups.create(job(), "a", "\u0000"));
        GroupId nobody = new GroupId(UUID.randomUUID());
        GroupId team = group("team");
        refused(ErrorCode.NOT_FOUND, () -> groups.get(job(), nobody));
        refused(ErrorCode.NOT_FOUND, () -> groups.delete(job(), nobody));
        refused(ErrorCode.NOT_FOUND, () -> groups.addUser(job(), nobody, anna.id()));
        refused(ErrorCode.NOT_FOUND, () -> groups.addUser(job(), team, new UserId(UUID.randomUUID())));
        refused(ErrorCode.NOT_FOUND, () -> groups.addGroup(job(), team, nobody));
        refused(ErrorCode.NOT_FOUND, () -> groups.removeUser(job(), team, anna.id()));
        refused(ErrorCode.NOT_FOUND, () -> groups.removeGroup(job(), team, nobody));
    }

    @Test
    void theInternalGroupCannotBeChanged() {
        GroupId team = group("team");
        List<Executable> changes = List.of(
                () -> groups.rename(job(), Groups.INTERNAL, "x", null),
                () -> groups.delete(job(), Groups.INTERNAL),
                () -> groups.addUser(job(), Groups.INTERNAL, anna.id()),
                () -> groups.removeUser(job(), Groups.INTERNAL, anna.id()),
                () -> groups.addGroup(job(), Groups.INTERNAL, team),
                () -> groups.addGroup(job(), team, Groups.INTERNAL),
                () -> groups.members(job(), Groups.INTERNAL));
        changes.forEach(change -> refused(ErrorCode.FORBIDDEN, change));
        assertTrue(groups.get(job(), Groups.INTERNAL).virtual());
    }

    @Test
    void externalUsersBelongToNoGroup() {
        UserView guest = system.external("guest");

        refused(ErrorCode.INVALID_INPUT, () -> groups.addUser(job(), group("team"), guest.id()));
    }

    @Test
    void eightGroupsLieInsideEachOtherAndNoNinth() {
        List<GroupId> chain = chain(8);
        groups.addUser(job(), chain.get(7), anna.id());
        assertEquals(10, system.doors.directory().subjectsOf(anna.id()).size(), "user, eight groups, Internal");
        GroupId ninth = group("ninth");

        refused(ErrorCode.INVALID_INPUT, () -> groups.addGroup(job(), chain.get(7), ninth));
        refused(ErrorCode.INVALID_INPUT, () -> groups.addGroup(job(), ninth, chain.get(0)));

        groups.addGroup(job(), chain.get(6), ninth);
        GroupId tail = group("tail");
        refused(ErrorCode.INVALID_INPUT, () -> groups.addGroup(job(), ninth, tail));
    }

    @Test
    void twoChainsAreMeasuredTogether() {
        List<GroupId> upper = chain(4);
        List<GroupId> lower = chain(5);

        refused(ErrorCode.INVALID_INPUT, () -> groups.addGroup(job(), upper.get(3), lower.get(0)));
        groups.addGroup(job(), upper.get(2), lower.get(0));
        groups.addGroup(job(), upper.get(3), lower.get(1));
    }

    @Test
    void noGroupContainsItself() {
        List<GroupId> chain = chain(4);

        refused(ErrorCode.INVALID_INPUT, () -> groups.addGroup(job(), chain.get(0), chain.get(0)));
        refused(ErrorCode.INVALID_INPUT, () -> groups.addGroup(job(), chain.get(3), chain.get(0)));
        refused(ErrorCode.INVALID_INPUT, () -> groups.addGroup(job(), chain.get(2), chain.get(1)));
    }

    @Test
    void twoAtOnceCannotCloseACircle() throws Exception {
        for (int round = 0; round < 5; round++) {
            GroupId a = group("a" + round);
            GroupId b = group("b" + round);
            var turn = new AtomicInteger();

            List<Object> outcomes = Herd.of(2, () -> {
                if (turn.getAndIncrement() == 0) {
                    groups.addGroup(job(), a, b);
                } else {
                    groups.addGroup(job(), b, a);
                }
                return "done";
            });

            assertEquals(1, outcomes.stream().filter("done"::equals).count(), outcomes.toString());
        }
    }

    @Test
    void groupsWovenIntoEachOtherAreWalkedOnce() {
        var layers = new ArrayList<List<GroupId>>();
        for (int layer = 0; layer < 8; layer++) {
            var row = new ArrayList<GroupId>();
            for (int i = 0; i < 6; i++) {
                row.add(group("g" + layer + "-" + i));
            }
            layers.add(row);
        }
        for (int layer = 1; layer < 8; layer++) {
            for (GroupId upper : layers.get(layer - 1)) {
                for (GroupId lower : layers.get(layer)) {
                    groups.addGroup(job(), upper, lower);
                }
            }
        }
        groups.addUser(job(), layers.get(7).get(0), anna.id());
        system.database.statements().reset();

        Set<UUID> subjects = system.doors.directory().subjectsOf(anna.id());

        assertEquals(1 + 1 + 7 * 6 + 1, subjects.size());
        assertTrue(system.database.statements().count() <= 10, "a level per statement");
    }

    @Test
    void aChangeOfMembersCountsAtOnce() {
        GroupId team = group("team");
        GroupId firm = group("firm");
        assertFalse(has(team));
        groups.addUser(job(), team, anna.id());
        groups.addUser(job(), team, anna.id());
        assertTrue(has(team));
        assertEquals(Set.of(anna.id()), groups.members(job(), team));

        groups.addGroup(job(), firm, team);
        groups.addGroup(job(), firm, team);
        assertTrue(has(firm));
        assertEquals(Set.of(anna.id()), groups.members(job(), firm));

        groups.removeGroup(job(), firm, team);
        assertFalse(has(firm));
        groups.addGroup(job(), firm, team);
        assertTrue(has(firm));

        groups.removeUser(job(), team, anna.id());
        assertFalse(has(team));
        assertFalse(has(firm));

        groups.addUser(job(), team, anna.id());
        assertTrue(has(firm));
        groups.delete(job(), team);
        assertFalse(has(firm));
        refused(ErrorCode.NOT_FOUND, () -> groups.get(job(), team));
    }

    @Test
    void whoeverKeepsSomethingPerGroupHearsOfItAndMayRefuse() {
        GroupId top = group("top");
        GroupId team = group("team");
        groups.addGroup(job(), top, team);
        groups.addUser(job(), team, anna.id());
        listener.heard.clear();

        groups.removeUser(job(), team, anna.id());
        groups.addUser(job(), team, anna.id());
        groups.removeGroup(job(), top, team);
        groups.addGroup(job(), top, team);
        groups.delete(job(), team);
        assertEquals(List.of("shrunk [team, top]", "shrunk [top]", "deleted team", "shrunk [top]"), listener.heard);

        GroupId crew = group("crew");
        groups.addUser(job(), crew, anna.id());
        listener.refuses = true;
        assertThrows(IllegalStateException.class, () -> groups.removeUser(job(), crew, anna.id()));
        assertThrows(IllegalStateException.class, () -> groups.delete(job(), crew));
        assertTrue(has(crew), "nothing was changed");
    }

    @Test
    void theListIsCutIntoPagesByName() {
        group("beta");
        group("Alpha");
        group("gamma");

        var first = groups.list(job(), null, 2);
        var second = groups.list(job(), first.next(), 2);

        assertEquals(
                List.of("Alpha", "beta"),
                first.items().stream().map(GroupView::name).toList());
        assertEquals(
                List.of("gamma", "Internal"),
                second.items().stream().map(GroupView::name).toList());
        assertEquals(null, second.next());
        assertEquals(4, groups.list(job(), "", 1_000).items().size());
        assertEquals(1, groups.list(job(), "\u0000", 0).items().size());
    }

    private GroupId group(String name) {
        GroupId id = groups.create(job(), name, null).id();
        listener.names.put(id, name);
        return id;
    }

    /** Each the direct member of the one before. */
    private List<GroupId> chain(int length) {
        int number = chains.incrementAndGet();
        var chain = new ArrayList<GroupId>();
        for (int i = 0; i < length; i++) {
            chain.add(group("chain" + number + "-" + i));
            if (i > 0) {
                groups.addGroup(job(), chain.get(i - 1), chain.get(i));
            }
        }
        return chain;
    }

    private boolean has(GroupId group) {
        return system.doors.directory().subjectsOf(anna.id()).contains(group.value());
    }

    private static final class Listening implements GroupLifecycle {
        final List<String> heard = new ArrayList<>();
        final Map<GroupId, String> names = new HashMap<>();
        boolean refuses;

        @Override
        public void shrunk(Tx.Scope scope, Set<GroupId> groups) {
            hear("shrunk " + groups.stream().map(names::get).sorted().toList());
        }

        @Override
        public void deleted(Tx.Scope scope, GroupId group) {
            hear("deleted " + names.get(group));
        }

        private void hear(String what) {
            if (refuses) {
                throw new IllegalStateException("planned");
            }
            heard.add(what);
        }
    }
}
