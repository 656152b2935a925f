package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static io.oxicloud.account.TestAccounts.HOME;
import static io.oxicloud.account.TestAccounts.PASSWORD;
import static io.oxicloud.account.TestAccounts.actor;
import static io.oxicloud.account.TestAccounts.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Page;
import io.oxicloud.base.Secret;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import io.oxicloud.db.Tx;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class AccountsTest {
    private final Listening listener = new Listening();
    private final TestAccounts system;
    private final Accounts accounts;
    private final UserView root;
    private final UserView anna;

    AccountsTest(Engine engine) {
        system = new TestAccounts(
                TestDatabase.source(engine), TestAccounts.SETTINGS, new TestClock(), List.of(listener));
        accounts = system.accounts();
        root = system.admin("root");
        anna = system.user("Anna");
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void onlyAdministratorsChangeAccounts() {
        UserId id = anna.id();
        for (Actor outsider : List.of(actor(anna), Actor.Anonymous.ANONYMOUS)) {
            ErrorCode code = outsider instanceof Actor.User ? ErrorCode.FORBIDDEN : ErrorCode.UNAUTHENTICATED;
            List<Executable> calls = List.of(
                    () -> accounts.create(outsider, NewUser.of("eve", "eve@example.com", PASSWORD)),
                    () -> accounts.list(outsider, null, 10),
                    () -> accounts.setRole(outsider, id, UserView.Role.ADMIN),
                    () -> accounts.setActive(outsider, id, false),
                    () -> accounts.setPassword(outsider, id, new Secret("another one")),
                    () -> accounts.delete(outsider, id));
            calls.forEach(call -> refused(code, call));
        }
        refused(ErrorCode.UNAUTHENTICATED, () -> accounts.me(Actor.Anonymous.ANONYMOUS));
        refused(ErrorCode.UNAUTHENTICATED, () -> accounts.get(Actor.Anonymous.ANONYMOUS, id));
        refused(ErrorCode.UNAUTHENTICATED, () -> accounts.me(job()));
        refused(
                ErrorCode.UNAUTHENTICATED,
                () -> accounts.changePassword(Actor.Anonymous.ANONYMOUS, PASSWORD, PASSWORD));
    }

    @Test
    void usersSeeThemselvesAndAdministratorsSeeAll() {
        assertEquals(anna, accounts.me(actor(anna)));
        assertEquals(anna, accounts.get(actor(anna), anna.id()));
        assertEquals(anna, accounts.get(actor(root), anna.id()));
        var hidden = refused(ErrorCode.NOT_FOUND, () -> accounts.get(actor(anna), root.id()));
        var absent = refused(ErrorCode.NOT_FOUND, () -> accounts.get(actor(root), new UserId(UUID.randomUUID())));
        assertEquals(absent.message(), hidden.message());
    }

    @Test
    void namesAndAddressesAreUniqueWhateverTheirCase() {
        refused(
                ErrorCode.NAME_TAKEN,
                "UsernameTaken",
                () -> accounts.create(job(), NewUser.of("ANNA", "other@example.com", PASSWORD)));
        refused(
                ErrorCode.NAME_TAKEN,
                "EmailTaken",
                () -> accounts.create(job(), NewUser.of("other", "ANNA@EXAMPLE.com", PASSWORD)));
    }

    @Test
    void ofManyOfOneNameAtOnceOneIsMade() throws Exception {
        var number = new AtomicInteger();

        List<Object> outcomes = Herd.of(
                8,
                () -> accounts.create(
                        job(), NewUser.of("same", "same" + number.incrementAndGet() + "@example.com", PASSWORD)));

        assertEquals(1, outcomes.stream().filter(UserView.class::isInstance).count(), outcomes.toString());
    }

    @Test
    void quotasAreThoseOfTheRoleUnlessOneIsGiven() {
        assertEquals(107_374_182_400L, root.quotaBytes());
        assertEquals(1_073_741_824L, anna.quotaBytes());
        assertEquals(0, system.external("guest").quotaBytes());
        assertEquals(42, create("ben", "ben@example.com", 42L, false).quotaBytes());
        assertEquals(0, create("cat", "cat@example.com", 0L, false).quotaBytes());
        assertEquals(0, create("dan", "dan@example.com", 42L, true).quotaBytes());
        var small = system.doors.accounts(List.of(), () -> 1_000, system.token).accounts();
        assertEquals(
                1_000,
                small.create(job(), NewUser.of("eve", "eve@example.com", PASSWORD))
                        .quotaBytes());
        var full = system.doors.accounts(List.of(), () -> 0, system.token).accounts();
        assertEquals(
                1,
                full.create(job(), NewUser.of("fay", "fay@example.com", PASSWORD))
                        .quotaBytes(),
                "0 is unlimited");
    }

    @Test
    void mistakesAreNamed() {
        invalid("username: ", () -> create("ab", "a@example.com", null, false));
        invalid("username: ", () -> create(".abc", "a@example.com", null, false));
        invalid("email: ", () -> create("abc", "nobody", null, false));
        invalid("email: ", () -> create(null, null, null, false));
        invalid("quota_bytes: ", () -> create("abc", "a@example.com", -1L, false));
        invalid("password: ", () -> accounts.create(job(), NewUser.of("abc", "a@example.com", new Secret("short"))));
        var externalAdmin = new NewUser("abc", "a@example.com", PASSWORD, UserView.Role.ADMIN, null, true, true);
        invalid("role: ", () -> accounts.create(job(), externalAdmin));
        invalid("role: ", () -> accounts.setRole(job(), system.external("guest").id(), UserView.Role.ADMIN));
    }

    @Test
    void whoHasNoAddressGetsOneThatNobodyHas() {
        assertEquals("ben@no-mail.invalid", create("Ben", null, null, false).email());
        assertEquals(
                "cat@example.com", create(null, "cat@example.com", null, false).displayName());
    }

    @Test
    void nobodyRemovesDemotesOrDeactivatesThemselves() {
        system.admin("other");
        refused(ErrorCode.INVALID_INPUT, () -> accounts.delete(actor(root), root.id()));
        refused(ErrorCode.INVALID_INPUT, () -> accounts.setRole(actor(root), root.id(), UserView.Role.USER));
        refused(ErrorCode.INVALID_INPUT, () -> accounts.setActive(actor(root), root.id(), false));
        accounts.setPassword(actor(root), root.id(), new Secret("another one"));
    }

    @Test
    void theLastActiveAdministratorStaysOne() {
        UserView other = system.admin("other");
        accounts.setActive(job(), other.id(), false);

        refused(ErrorCode.CONFLICT, () -> accounts.delete(job(), root.id()));
        refused(ErrorCode.CONFLICT, () -> accounts.setRole(job(), root.id(), UserView.Role.USER));
        refused(ErrorCode.CONFLICT, () -> accounts.setActive(job(), root.id(), false));
        accounts.setRole(job(), root.id(), UserView.Role.ADMIN);
        accounts.delete(job(), other.id());
        accounts.delete(job(), anna.id());
    }

    @Test
    void twoAdministratorsCannotDemoteEachOtherAtOnce() throws Exception {
        for (int round = 0; round < 5; round++) {
            UserView other = system.admin("other" + round);
            var turn = new AtomicInteger();

            Herd.of(2, () -> {
                boolean first = turn.getAndIncrement() == 0;
                return accounts.setRole(
                        actor(first ? root : other), first ? other.id() : root.id(), UserView.Role.USER);
            });

            long admins = accounts.list(job(), null, 500).items().stream()
                    .filter(user -> user.role() == UserView.Role.ADMIN)
                    .count();
            assertEquals(1, admins);
            accounts.setRole(job(), root.id(), UserView.Role.ADMIN);
            accounts.setRole(job(), other.id(), UserView.Role.USER);
        }
    }

    @Test
    void changingOnesPasswordTakesTheOldOneAndTriesAreCounted() {
        for (int i = 0; i < 5; i++) {
            var guess = new Secret("guess number " + i);
            refused(ErrorCode.FORBIDDEN, () -> accounts.changePassword(actor(anna), guess, new Secret("another one")));
        }
        refused(
                ErrorCode.RATE_LIMITED,
                "AccountLocked",
                () -> accounts.changePassword(actor(anna), PASSWORD, new Secret("another one")));
        system.login("anna", PASSWORD, HOME);
    }

    @Test
    void aNewPasswordMustBeGoodEnough() {
        refused(ErrorCode.INVALID_INPUT, () -> accounts.changePassword(actor(anna), PASSWORD, new Secret("short")));
        refused(ErrorCode.INVALID_INPUT, () -> accounts.setPassword(job(), anna.id(), new Secret("short")));
        refused(ErrorCode.NOT_FOUND, () -> accounts.setPassword(job(), new UserId(UUID.randomUUID()), PASSWORD));
        system.login("anna", PASSWORD, HOME);
    }

    @Test
    void whoeverKeepsSomethingPerUserHearsOfItInTheSameTransaction() {
        UserView guest = system.external("guest");
        assertEquals(List.of("created root admin", "created Anna", "created guest external"), listener.heard);

        listener.refuses = true;

        assertThrows(IllegalStateException.class, () -> system.user("ben"));
        assertThrows(IllegalStateException.class, () -> accounts.delete(job(), guest.id()));
        listener.refuses = false;
        assertEquals(guest, accounts.get(job(), guest.id()));
        system.user("ben");
        listener.heard.clear();
        accounts.delete(job(), guest.id());
        assertEquals(List.of("deleted guest"), listener.heard);
    }

    @Test
    void theListIsCutIntoPagesByAge() {
        var made = new ArrayList<>(List.of(root.id(), anna.id()));
        for (int i = 0; i < 5; i++) {
            made.add(system.anyone().id());
        }

        var seen = new ArrayList<UserId>();
        String cursor = null;
        do {
            Page<UserView> page = accounts.list(job(), cursor, 3);
            assertTrue(page.items().size() <= 3);
            page.items().forEach(user -> seen.add(user.id()));
            cursor = page.next();
        } while (cursor != null);

        assertEquals(Set.copyOf(made), Set.copyOf(seen));
        assertEquals(made.size(), seen.size());
        for (String broken : List.of("", "x", "!!", "MTAwMA", "\u0000", cursorOf("+999999999-01-01T00:00:00Z"))) {
            assertEquals(
                    seen,
                    accounts.list(job(), broken, 100).items().stream()
                            .map(UserView::id)
                            .toList());
        }
    }

    private static String cursorOf(String instant) {
        return Base64.getUrlEncoder()
                .encodeToString((instant + " " + UUID.randomUUID()).getBytes(StandardCharsets.UTF_8));
    }

    private UserView create(@Nullable String username, @Nullable String email, @Nullable Long quota, boolean external) {
        return accounts.create(job(), new NewUser(username, email, null, UserView.Role.USER, quota, true, external));
    }

    private static void invalid(String start, Executable call) {
        var refusal = refused(ErrorCode.INVALID_INPUT, call);
        assertTrue(refusal.message().startsWith(start), refusal.message());
    }

    private static final class Listening implements AccountLifecycle {
        final List<String> heard = new ArrayList<>();
        boolean refuses;

        @Override
        public void created(Tx.Scope scope, UserId user, NewAccount facts) {
            hear("created " + name(scope, user) + (facts.admin() ? " admin" : "")
                    + (facts.external() ? " external" : ""));
        }

        @Override
        public void deleted(Tx.Scope scope, UserId user) {
            hear("deleted " + name(scope, user));
        }

        /** The row is there. */
        private static @Nullable String name(Tx.Scope scope, UserId user) {
            return scope.session()
                    .createSelectionQuery("select u.username from UserEntity u where u.id = :id", String.class)
                    .setParameter("id", user.value())
                    .getSingleResult();
        }

        private void hear(String what) {
            if (refuses) {
                throw new IllegalStateException("planned");
            }
            heard.add(what);
        }
    }
}
