package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static io.oxicloud.account.TestAccounts.HOME;
import static io.oxicloud.account.TestAccounts.PASSWORD;
import static io.oxicloud.account.TestAccounts.actor;
import static io.oxicloud.account.TestAccounts.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.Secret;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two nodes over one database; the clock stands still, so that no remembered value ends by itself. */
class NodesTest {
    private final DatabaseSource source = TestDatabase.source(Engine.POSTGRESQL);
    private final TestClock clock = new TestClock();
    private final TestAccounts here = new TestAccounts(source, TestAccounts.SETTINGS, clock, List.of());
    private final TestAccounts there = new TestAccounts(source, TestAccounts.SETTINGS, clock, List.of());
    private final UserView anna = here.user("anna");

    NodesTest() {
        here.events.start();
        there.events.start();
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @Test
    void whatEndsOnOneNodeEndsOnAll() {
        AppPasswords.Created phone = here.appPassword(anna);
        Signed session = here.login("anna", PASSWORD, HOME);
        basic(there, phone.secret());
        basic(there, PASSWORD);
        bearer(there, session);

        here.appPasswords().revoke(actor(anna), phone.view().id());
        awaitUntil(() -> isRefused(() -> basic(there, phone.secret())));
        bearer(there, session);

        here.accounts().changePassword(actor(anna), PASSWORD, new Secret("another one"));
        awaitUntil(() -> isRefused(() -> bearer(there, session)));
        awaitUntil(() -> isRefused(() -> basic(there, PASSWORD)));

        Signed next = here.login("anna", new Secret("another one"), HOME);
        bearer(there, next);
        here.signIn().logout(here.signIn().bearer(next.access().reveal()), null);
        awaitUntil(() -> isRefused(() -> bearer(there, next)));
    }

    @Test
    void rolesAndGroupsChangeOnAll() {
        Groups groups = here.doors.groups(List.of());
        GroupId team = groups.create(job(), "team", null).id();
        GroupId firm = groups.create(job(), "firm", null).id();
        there.flags(anna.id());
        there.doors.directory().subjectsOf(anna.id());

        here.accounts().setRole(job(), anna.id(), UserView.Role.ADMIN);
        groups.addUser(job(), team, anna.id());
        awaitUntil(() -> there.flags(anna.id()).admin());
        awaitUntil(() -> there.doors.directory().subjectsOf(anna.id()).contains(team.value()));

        groups.addGroup(job(), firm, team);
        awaitUntil(() -> there.doors.directory().subjectsOf(anna.id()).contains(firm.value()));
    }

    @Test
    void guessesAreCountedTogether() {
        for (int i = 0; i < 5; i++) {
            TestAccounts node = i % 2 == 0 ? here : there;
            var guess = new Secret("guess number " + i);
            refused(ErrorCode.UNAUTHENTICATED, () -> basic(node, guess));
        }
        refused(ErrorCode.RATE_LIMITED, () -> basic(here, new Secret("guess number 6")));
        refused(ErrorCode.RATE_LIMITED, () -> basic(there, new Secret("guess number 6")));
    }

    private static void basic(TestAccounts node, Secret password) {
        Identity identity = node.signIn().basic(new BasicCredentials("anna", password), BasicUse.WEBDAV, HOME);
        assertEquals(null, identity.session());
    }

    private static void bearer(TestAccounts node, Signed signed) {
        Identity identity = node.signIn().bearer(signed.access().reveal());
        assertEquals(signed.session(), identity.session());
    }

    private static boolean isRefused(Runnable call) {
        try {
            call.run();
            return false;
        } catch (CloudException e) {
            assertEquals(ErrorCode.UNAUTHENTICATED, e.code());
            return true;
        }
    }

    private static void awaitUntil(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "the other node did not hear of it");
            Thread.onSpinWait();
        }
    }
}
