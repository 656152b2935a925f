package io.oxicloud.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.db.Engine;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class GroupListsTest {
    private final TestAccounts world;
    private final Actor admin;
    private final Groups groups;
    private final GroupLists lists;

    GroupListsTest(Engine engine) {
        world = new TestAccounts(engine);
        admin = TestAccounts.actor(world.admin("chief"));
        groups = world.doors.groups(List.of());
        lists = world.doors.groupLists();
    }

    @AfterEach
    void stop() {
        world.close();
    }

    private GroupId make(String name) {
        return groups.create(admin, name, null).id();
    }

    private static List<String> names(GroupLists.Found found) {
        return found.groups().stream().map(counted -> counted.group().name()).toList();
    }

    private static void assertRefused(ErrorCode code, Runnable call) {
        assertEquals(code, assertThrows(CloudException.class, call::run).code());
    }

    @Test
    void partOfANameIsFoundWhateverItsCaseAndPatternsMeanThemselves() {
        List.of("Alpha", "alp_ine", "beta").forEach(this::make);

        assertEquals(List.of("alp_ine", "Alpha"), names(lists.find(admin, "ALP", 0, 50)));
        assertEquals(List.of("alp_ine"), names(lists.find(admin, "_", 0, 50)));
        for (String nothing : List.of("%", "!", "\u0000", "\ud800", "\\", "x".repeat(10_000))) {
            assertEquals(0, lists.find(admin, nothing, 0, 50).total(), nothing);
        }
        assertEquals(
                List.of("alp_ine", "Alpha"),
                lists.search(TestAccounts.actor(world.user("anna")), "alp", 50).stream()
                        .map(GroupView::name)
                        .toList());
    }

    @Test
    void pagesAreCutByOffsetAndTheTotalCountsAll() {
        List.of("a", "b", "c", "d").forEach(this::make);

        var page = lists.find(admin, null, 1, 2);

        assertEquals(List.of("b", "c"), names(page));
        assertEquals(5, page.total(), "four, and the group of all internal users");
        assertEquals(5, lists.find(admin, null, -7, 50).groups().size());
        assertEquals(0, lists.find(admin, null, Integer.MAX_VALUE, 50).groups().size());
    }

    @Test
    void membersAreCountedAndListedDirectly() {
        var outer = make("outer");
        var inner = make("inner");
        var anna = world.user("anna").id();
        var ben = world.user("ben").id();
        world.external("guest");
        groups.addUser(admin, outer, anna);
        groups.addGroup(admin, outer, inner);
        groups.addUser(admin, inner, ben);

        assertEquals(2, lists.get(admin, outer).members());
        assertEquals(new GroupLists.Members(List.of(anna), List.of(inner)), lists.members(admin, outer));
        assertEquals(3, lists.get(admin, Groups.INTERNAL).members());
    }

    @Test
    void onlyAdministratorsSeeMoreThanNames() {
        var group = make("a");
        Actor user = TestAccounts.actor(world.user("anna"));
        Actor guest = TestAccounts.actor(world.external("guest"));

        assertRefused(ErrorCode.FORBIDDEN, () -> lists.find(user, null, 0, 50));
        assertRefused(ErrorCode.FORBIDDEN, () -> lists.get(user, group));
        assertRefused(ErrorCode.FORBIDDEN, () -> lists.members(user, group));
        assertRefused(ErrorCode.FORBIDDEN, () -> lists.search(guest, "a", 50));
        assertRefused(ErrorCode.UNAUTHENTICATED, () -> lists.search(Actor.Anonymous.ANONYMOUS, "a", 50));
        assertRefused(ErrorCode.FORBIDDEN, () -> lists.members(admin, Groups.INTERNAL));
        assertRefused(ErrorCode.NOT_FOUND, () -> lists.members(admin, new GroupId(new UUID(0, 7))));
        assertRefused(ErrorCode.NOT_FOUND, () -> lists.get(admin, new GroupId(new UUID(0, 7))));
    }
}
