package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static io.oxicloud.account.TestAccounts.ELSEWHERE;
import static io.oxicloud.account.TestAccounts.HOME;
import static io.oxicloud.account.TestAccounts.PASSWORD;
import static io.oxicloud.account.TestAccounts.actor;
import static io.oxicloud.account.TestAccounts.job;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.audit.AuditQuery;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Engine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class SignInTest {
    private static final Secret WRONG = new Secret("wrong horse");

    private final TestAccounts system;
    private final UserView anna;

    SignInTest(Engine engine) {
        system = new TestAccounts(engine);
        anna = system.user("Anna");
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void aSignInGivesTokensThatSayWhoItIs() {
        Signed signed = system.login("anna", PASSWORD, HOME);

        Identity identity = system.signIn().bearer(signed.access().reveal());

        assertEquals(actor(anna), identity.actor());
        assertEquals(Scope.ALL, identity.scopes());
        assertEquals(Via.SESSION, identity.via());
        assertEquals(signed.session(), identity.session());
        assertEquals(Duration.ofHours(1), signed.accessLife());
        assertEquals(Duration.ofDays(7), signed.refreshLife());
        assertEquals(system.clock.instant(), signed.user().lastLoginAt());
    }

    @Test
    void everySpellingOfANameIsOneAccount() {
        for (String spelling : List.of("anna", "ANNA", " Anna ", "anna@example.com", "ANNA@Example.Com")) {
            assertEquals(
                    anna.id(), system.login(spelling, PASSWORD, HOME).user().id());
        }
    }

    @Test
    void everyRefusalOfASignInLooksTheSame() {
        var noPassword = new NewUser("mute", "mute@example.com", null, UserView.Role.USER, null, true, false);
        system.accounts().create(job(), noPassword);
        var refusals = List.of(
                refused(ErrorCode.FORBIDDEN, () -> system.login("anna", WRONG, from(1))),
                refused(ErrorCode.FORBIDDEN, () -> system.login("anna", new Secret(""), from(2))),
                refused(ErrorCode.FORBIDDEN, () -> system.login("anna@example.com", WRONG, from(3))),
                refused(ErrorCode.FORBIDDEN, () -> system.login("nobody", PASSWORD, from(4))),
                refused(ErrorCode.FORBIDDEN, () -> system.login("nobody@example.com", PASSWORD, from(5))),
                refused(ErrorCode.FORBIDDEN, () -> system.login("*)(uid=*", PASSWORD, from(6))),
                refused(ErrorCode.FORBIDDEN, () -> system.login("a\u0000b", PASSWORD, from(7))),
                refused(ErrorCode.FORBIDDEN, () -> system.login("", PASSWORD, from(8))),
                refused(ErrorCode.FORBIDDEN, () -> system.login("x".repeat(100_000), PASSWORD, from(9))),
                refused(ErrorCode.FORBIDDEN, () -> system.login("mute", PASSWORD, from(10))),
                refused(ErrorCode.FORBIDDEN, () -> system.login("anna", new Secret("\ud83d half"), from(11))));

        for (CloudException refusal : refusals) {
            assertEquals("Invalid credentials", refusal.message());
            assertEquals(null, refusal.reason());
        }
    }

    @Test
    void everySignInCostsOneHashWhoeverIsNamed() {
        long before = system.doors.hasher().computed();

        system.login("anna", PASSWORD, HOME);
        refused(ErrorCode.FORBIDDEN, () -> system.login("anna", WRONG, HOME));
        refused(ErrorCode.FORBIDDEN, () -> system.login("nobody", PASSWORD, HOME));
        refused(ErrorCode.FORBIDDEN, () -> system.login("*)(uid=*", PASSWORD, HOME));

        assertEquals(before + 4, system.doors.hasher().computed());
    }

    @Test
    void onlyTheRightPasswordTellsThatAnAccountIsDeactivated() {
        system.accounts().setActive(job(), anna.id(), false);

        assertEquals(
                "Invalid credentials",
                refused(ErrorCode.FORBIDDEN, () -> system.login("anna", WRONG, HOME))
                        .message());
        assertEquals(
                "Account deactivated",
                refused(ErrorCode.FORBIDDEN, () -> system.login("anna", PASSWORD, HOME))
                        .message());
    }

    @Test
    void aSecondFactorCannotBeLeftOutAndWhoSignsInElsewhereHasNoPasswordHere() {
        set(anna, "secondFactor");
        refused(ErrorCode.FORBIDDEN, "SecondFactorRequired", () -> system.login("anna", PASSWORD, HOME));
        set(anna, "ssoOnly");
        assertEquals(
                "Invalid credentials",
                refused(ErrorCode.FORBIDDEN, () -> system.login("anna", PASSWORD, HOME))
                        .message());
    }

    @Test
    void aRefreshTokenIsGoodOnceAndItsSecondUseEndsTheSession() {
        Signed first = system.login("anna", PASSWORD, HOME);
        Signed other = system.login("anna", PASSWORD, HOME);
        Signed second = system.signIn().refresh(first.refresh().reveal(), HOME);
        assertNotEquals(first.refresh(), second.refresh());
        assertEquals(first.session(), second.session());
        system.signIn().bearer(second.access().reveal());

        refusedRefresh(first);

        refusedRefresh(second);
        refusedBearer(second);
        refusedBearer(first);
        system.signIn().bearer(other.access().reveal());
        assertTrue(events().contains("login.refresh-reused"));
    }

    @Test
    void ofManyRefreshesAtOnceOneIsGoodAndTheSessionEnds() throws Exception {
        Signed first = system.login("anna", PASSWORD, HOME);

        List<Object> outcomes =
                Herd.of(8, () -> system.signIn().refresh(first.refresh().reveal(), HOME));

        assertEquals(1, outcomes.stream().filter(Signed.class::isInstance).count());
        assertEquals(
                7,
                outcomes.stream()
                        .filter(o -> o instanceof CloudException e && e.code() == ErrorCode.FORBIDDEN)
                        .count());
        refusedBearer(first);
    }

    @Test
    void aSessionInUseGoesOnAndAnUnusedOneEnds() {
        Signed session = system.login("anna", PASSWORD, HOME);
        for (int day = 0; day < 30; day += 6) {
            system.clock.advance(Duration.ofDays(6));
            session = system.signIn().refresh(session.refresh().reveal(), HOME);
        }
        Signed last = session;

        system.clock.advance(Duration.ofDays(7));

        refusedRefresh(last);
    }

    @Test
    void anUnknownRefreshTokenIsRefused() {
        refused(ErrorCode.FORBIDDEN, () -> system.signIn().refresh("", HOME));
        refused(ErrorCode.FORBIDDEN, () -> system.signIn().refresh("x".repeat(100_000), HOME));
        refused(ErrorCode.FORBIDDEN, () -> system.signIn().refresh("\u0000\ud800", HOME));
    }

    @Test
    void theDatabaseKnowsRefreshTokensByTheirHashOnly() throws Exception {
        Signed signed = system.login("anna", PASSWORD, HOME);
        byte[] hash = MessageDigest.getInstance("SHA-256")
                .digest(signed.refresh().reveal().getBytes(StandardCharsets.US_ASCII));

        List<byte[]> stored = system.database
                .requests()
                .read(
                        "test",
                        scope -> scope.session()
                                .createSelectionQuery("select t.tokenHash from RefreshTokenEntity t", byte[].class)
                                .getResultList());

        assertEquals(1, stored.size());
        assertArrayEquals(hash, stored.get(0));
    }

    @Test
    void anAccessTokenEndsAfterItsHour() {
        Signed signed = system.login("anna", PASSWORD, HOME);
        system.clock.advance(Duration.ofSeconds(3_599));
        system.signIn().bearer(signed.access().reveal());

        system.clock.advance(Duration.ofSeconds(1));

        refusedBearer(signed);
    }

    @Test
    void signingOutEndsTheSessionOfEitherToken() {
        Signed byAccess = system.login("anna", PASSWORD, HOME);
        Signed byRefresh = system.login("anna", PASSWORD, HOME);
        Signed kept = system.login("anna", PASSWORD, HOME);

        system.signIn()
                .logout(
                        system.signIn().bearer(byAccess.access().reveal()),
                        byRefresh.refresh().reveal());

        refusedBearer(byAccess);
        refusedBearer(byRefresh);
        refusedRefresh(byAccess);
        system.signIn().logout(system.signIn().bearer(kept.access().reveal()), "unknown");
        refusedBearer(kept);
    }

    @Test
    void nobodySignsOutSomebodyElse() {
        UserView ben = system.user("ben");
        Signed annas = system.login("anna", PASSWORD, HOME);
        Signed bens = system.login("ben", PASSWORD, HOME);
        Identity identity = system.signIn().bearer(bens.access().reveal());
        assertEquals(ben.id(), identity.actor().id());

        refused(
                ErrorCode.FORBIDDEN,
                () -> system.signIn().logout(identity, annas.refresh().reveal()));

        system.signIn().bearer(annas.access().reveal());
        system.signIn().bearer(bens.access().reveal());
    }

    @Test
    void aChangedPasswordEndsEverySession() {
        Signed here = system.login("anna", PASSWORD, HOME);
        Signed there = system.login("anna@example.com", PASSWORD, ELSEWHERE);
        system.signIn().bearer(here.access().reveal());

        system.accounts().changePassword(actor(anna), PASSWORD, new Secret("another one"));

        refusedBearer(here);
        refusedBearer(there);
        refusedRefresh(there);
        refused(ErrorCode.FORBIDDEN, () -> system.login("anna", PASSWORD, HOME));
        system.login("anna", new Secret("another one"), HOME);
    }

    @Test
    void aDeactivatedOrDeletedUserIsOutAtOnce() {
        UserView ben = system.user("ben");
        Signed annas = system.login("anna", PASSWORD, HOME);
        Signed bens = system.login("ben", PASSWORD, HOME);
        system.signIn().bearer(annas.access().reveal());
        system.signIn().bearer(bens.access().reveal());

        system.accounts().setActive(job(), anna.id(), false);
        system.accounts().delete(job(), ben.id());

        refusedBearer(annas);
        refusedRefresh(annas);
        refusedBearer(bens);
        refusedRefresh(bens);
        system.accounts().setActive(job(), anna.id(), true);
        refusedBearer(annas);
    }

    @Test
    void theRoleIsWhatItIsNowWhateverTheTokenSays() {
        Signed signed = system.login("anna", PASSWORD, HOME);
        assertEquals(
                false, system.signIn().bearer(signed.access().reveal()).actor().admin());

        system.accounts().setRole(job(), anna.id(), UserView.Role.ADMIN);

        assertEquals(
                true, system.signIn().bearer(signed.access().reveal()).actor().admin());
    }

    @Test
    void signInsAreCountedPerNetworkAndWindow() {
        for (int i = 0; i < 10; i++) {
            system.login("anna", PASSWORD, HOME);
        }
        var refusal = refused(ErrorCode.RATE_LIMITED, () -> system.login("anna", PASSWORD, HOME));
        assertEquals(null, refusal.reason());
        assertEquals(Duration.ofMinutes(1), refusal.retryAfter());

        system.login("anna", PASSWORD, ELSEWHERE);
        system.clock.advance(Duration.ofMinutes(1));
        system.login("anna", PASSWORD, HOME);
    }

    @Test
    void refreshesAreCountedPerNetwork() {
        for (int i = 0; i < 20; i++) {
            refused(ErrorCode.FORBIDDEN, () -> system.signIn().refresh("unknown", HOME));
        }
        refused(ErrorCode.RATE_LIMITED, () -> system.signIn().refresh("unknown", HOME));
        refused(ErrorCode.FORBIDDEN, () -> system.signIn().refresh("unknown", ELSEWHERE));
    }

    @Test
    void signInsAndRefusalsAreWrittenDown() {
        refused(ErrorCode.FORBIDDEN, () -> system.login("anna", WRONG, HOME));
        Signed signed = system.login("anna", PASSWORD, HOME);
        system.signIn().logout(system.signIn().bearer(signed.access().reveal()), null);

        assertTrue(events().containsAll(List.of("account.created", "login.refused", "login.done", "login.logout")));
    }

    private List<String> events() {
        return system.audit.query(actor(system.admin("auditor")), AuditQuery.latest(100)).items().stream()
                .map(row -> row.event())
                .toList();
    }

    private void set(UserView user, String flag) {
        system.database.requests().write("test", scope -> {
            var row = Users.found(scope, user.id());
            row.secondFactor = flag.equals("secondFactor");
            row.ssoOnly = flag.equals("ssoOnly");
            return row.id;
        });
    }

    private void refusedBearer(Signed signed) {
        refused(
                ErrorCode.UNAUTHENTICATED,
                () -> system.signIn().bearer(signed.access().reveal()));
    }

    private void refusedRefresh(Signed signed) {
        refused(
                ErrorCode.FORBIDDEN,
                () -> system.signIn().refresh(signed.refresh().reveal(), ELSEWHERE));
    }

    private static Client from(int number) {
        return new Client("203.0.113." + number, null, true);
    }
}
