package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static io.oxicloud.account.TestAccounts.ELSEWHERE;
import static io.oxicloud.account.TestAccounts.HOME;
import static io.oxicloud.account.TestAccounts.PASSWORD;
import static io.oxicloud.account.TestAccounts.actor;
import static io.oxicloud.account.TestAccounts.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.limit.Block;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class BasicTest {
    private static final List<BasicUse> EVERY_USE =
            List.of(BasicUse.WEBDAV, BasicUse.CALDAV, BasicUse.CARDDAV, BasicUse.API, BasicUse.ADMIN);
    private static final Secret OLD = new Secret("last year's horse");

    private final DatabaseSource source;
    private final TestAccounts system;
    private final UserView anna;

    BasicTest(Engine engine) {
        source = TestDatabase.source(engine);
        system = new TestAccounts(source, TestAccounts.SETTINGS, new TestClock(), List.of());
        anna = system.user("Anna");
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void anAppPasswordIsGoodWhereItsScopesSayAndNeverForAdministration() {
        UserView root = system.admin("root");
        for (Scope scope : Scope.values()) {
            Secret secret = system.appPassword(root, scope).secret();
            for (BasicUse use : EVERY_USE) {
                if (use.admin()) {
                    refused(ErrorCode.UNAUTHENTICATED, () -> basic("root", secret, use, HOME));
                } else if (use.scope() == scope) {
                    Identity identity = basic("ROOT", secret, use, HOME);
                    var plain = new Actor.User(root.id(), false, false);
                    assertEquals(new Identity(plain, Set.of(scope), Via.APP_PASSWORD, null), identity);
                } else {
                    refused(ErrorCode.FORBIDDEN, "ScopeMissing", () -> basic("root", secret, use, HOME));
                }
            }
        }
    }

    @Test
    void theAccountsPasswordIsGoodOnDavPathsOnly() {
        for (BasicUse use : EVERY_USE) {
            if (use.dav()) {
                Identity identity = basic("anna@example.com", PASSWORD, use, HOME);
                assertEquals(new Identity(actor(anna), Scope.DAV, Via.ACCOUNT_PASSWORD, null), identity);
            } else {
                refused(ErrorCode.UNAUTHENTICATED, () -> basic("anna", PASSWORD, use, HOME));
            }
        }
    }

    @Test
    void theSettingsCanForbidTheAccountsPasswordAndPlainHttp() {
        var strict = new AccountSettings(
                TestAccounts.SETTINGS.hash(),
                TestAccounts.SETTINGS.tokens(),
                TestAccounts.SETTINGS.limits(),
                new AccountSettings.Basic(true, false),
                0,
                0);
        var plain = new Client("192.0.2.10", null, false);
        Secret secret = system.appPassword(anna).secret();
        basic("anna", secret, BasicUse.WEBDAV, plain);
        try (var node = new TestAccounts(source, strict, system.clock, List.of())) {
            long before = node.doors.hasher().computed();
            var account = new BasicCredentials("anna", PASSWORD);
            var app = new BasicCredentials("anna", secret);

            refused(
                    ErrorCode.UNAUTHENTICATED,
                    "AppPasswordRequired",
                    () -> node.signIn().basic(account, BasicUse.WEBDAV, HOME));
            refused(ErrorCode.FORBIDDEN, "HttpsRequired", () -> node.signIn().basic(app, BasicUse.WEBDAV, plain));
            assertEquals(before, node.doors.hasher().computed(), "what is not taken is not looked at");

            assertEquals(
                    anna.id(),
                    node.signIn().basic(app, BasicUse.WEBDAV, HOME).actor().id());
        }
    }

    @Test
    void accountsThatNeedMoreThanAPasswordNeedAnAppPasswordHere() {
        Secret secret = system.appPassword(anna).secret();
        system.database.requests().write("test", scope -> Users.found(scope, anna.id()).secondFactor = true);

        refused(ErrorCode.FORBIDDEN, "AppPasswordRequired", () -> basic("anna", PASSWORD, BasicUse.WEBDAV, HOME));
        refused(ErrorCode.UNAUTHENTICATED, () -> basic("anna", OLD, BasicUse.WEBDAV, HOME));
        basic("anna", secret, BasicUse.WEBDAV, HOME);

        system.database.requests().write("test", scope -> Users.found(scope, anna.id()).ssoOnly = true);
        system.clock.advance(Duration.ofMinutes(6));
        refused(ErrorCode.UNAUTHENTICATED, () -> basic("anna", PASSWORD, BasicUse.WEBDAV, HOME));
        basic("anna", secret, BasicUse.WEBDAV, HOME);
    }

    @Test
    void externalUsersStayOutside() {
        system.external("guest");

        refused(ErrorCode.FORBIDDEN, () -> basic("guest", PASSWORD, BasicUse.WEBDAV, HOME));
    }

    @Test
    void wrongCredentialsAreRefusedAlike() {
        Secret secret = system.appPassword(anna).secret();
        String prefix = secret.reveal().substring(0, 17);
        UserView ben = system.user("ben");
        Secret bens = system.appPassword(ben).secret();
        List<BasicCredentials> wrong = List.of(
                new BasicCredentials("anna", OLD),
                new BasicCredentials("anna", new Secret("")),
                new BasicCredentials("nobody", PASSWORD),
                new BasicCredentials("nobody", secret),
                new BasicCredentials("*)(uid=*", secret),
                new BasicCredentials("anna", bens),
                new BasicCredentials("anna", new Secret(prefix + "x".repeat(24))),
                new BasicCredentials("anna", new Secret("oxicloud-" + "x".repeat(32))));

        for (BasicCredentials each : wrong) {
            var refusal =
                    refused(ErrorCode.UNAUTHENTICATED, () -> system.signIn().basic(each, BasicUse.WEBDAV, HOME));
            assertEquals("Invalid credentials", refusal.message());
        }
    }

    @Test
    void thirtyTwoColdCallersPayForOneHash() throws Exception {
        Secret secret = system.appPassword(anna).secret();
        long before = system.doors.hasher().computed();

        List<Object> app = Herd.of(32, () -> basic("anna", secret, BasicUse.WEBDAV, HOME));
        List<Object> account = Herd.of(32, () -> basic("anna", PASSWORD, BasicUse.WEBDAV, HOME));

        assertEquals(Collections.nCopies(32, app.get(0)), app);
        assertInstanceOf(Identity.class, app.get(0));
        assertEquals(Collections.nCopies(32, account.get(0)), account);
        assertEquals(before + 2, system.doors.hasher().computed());
    }

    @Test
    void warmCredentialsCostNoHashAndNoStatementForFiveMinutes() {
        Secret secret = system.appPassword(anna).secret();
        basic("anna", secret, BasicUse.WEBDAV, HOME);
        long hashes = system.doors.hasher().computed();
        system.database.statements().reset();

        for (int i = 0; i < 100; i++) {
            basic("anna", secret, BasicUse.WEBDAV, HOME);
        }

        assertEquals(0, system.database.statements().count());
        assertEquals(hashes, system.doors.hasher().computed());
        system.clock.advance(Duration.ofMinutes(5));
        basic("anna", secret, BasicUse.WEBDAV, HOME);
        assertEquals(hashes + 1, system.doors.hasher().computed());
    }

    @Test
    void anErrorIsEverybodysAndNotRemembered() throws Exception {
        Secret secret = system.appPassword(anna).secret();
        sql("alter table app_password rename to hidden_password");
        Herd.of(32, () -> basic("anna", secret, BasicUse.WEBDAV, HOME))
                .forEach(outcome -> assertInstanceOf(RuntimeException.class, outcome));
        sql("alter table hidden_password rename to app_password");

        basic("anna", secret, BasicUse.WEBDAV, HOME);
    }

    @Test
    void whatIsRevokedChangedOrDeactivatedStopsAtOnce() {
        AppPasswords.Created phone = system.appPassword(anna);
        AppPasswords.Created tablet = system.appPassword(anna);
        basic("anna", phone.secret(), BasicUse.WEBDAV, HOME);
        basic("anna", tablet.secret(), BasicUse.WEBDAV, HOME);
        basic("anna", PASSWORD, BasicUse.WEBDAV, HOME);

        system.appPasswords().revoke(actor(anna), phone.view().id());

        refused(ErrorCode.UNAUTHENTICATED, () -> basic("anna", phone.secret(), BasicUse.WEBDAV, HOME));
        basic("anna", tablet.secret(), BasicUse.WEBDAV, HOME);
        basic("anna", PASSWORD, BasicUse.WEBDAV, HOME);

        system.accounts().changePassword(actor(anna), PASSWORD, new Secret("another one"));

        refused(ErrorCode.UNAUTHENTICATED, () -> basic("anna", PASSWORD, BasicUse.WEBDAV, HOME));
        basic("anna", new Secret("another one"), BasicUse.WEBDAV, HOME);
        basic("anna", tablet.secret(), BasicUse.WEBDAV, HOME);

        system.accounts().setActive(job(), anna.id(), false);

        refused(ErrorCode.FORBIDDEN, () -> basic("anna", tablet.secret(), BasicUse.WEBDAV, HOME));
        refused(ErrorCode.FORBIDDEN, () -> basic("anna", new Secret("another one"), BasicUse.WEBDAV, HOME));
        system.accounts().setActive(job(), anna.id(), true);
        basic("anna", tablet.secret(), BasicUse.WEBDAV, HOME);

        system.accounts().delete(job(), anna.id());

        refused(ErrorCode.UNAUTHENTICATED, () -> basic("anna", tablet.secret(), BasicUse.WEBDAV, HOME));
    }

    @Test
    void anAppPasswordStopsWhenItsTimeIsOverAlsoWhereItIsRemembered() {
        var wanted = new NewAppPassword("phone", Scope.DAV, Duration.ofMinutes(1));
        Secret secret = system.appPasswords()
                .create(TestAccounts.sessionOf(anna), wanted)
                .secret();
        basic("anna", secret, BasicUse.WEBDAV, HOME);

        system.clock.advance(Duration.ofMinutes(1));

        refused(ErrorCode.UNAUTHENTICATED, () -> basic("anna", secret, BasicUse.WEBDAV, HOME));
    }

    @Test
    void theUseOfAnAppPasswordIsNotedOnceAMinute() {
        Secret secret = system.appPassword(anna).secret();
        basic("anna", secret, BasicUse.WEBDAV, HOME);
        var first = system.clock.instant();
        system.clock.advance(Duration.ofSeconds(59));
        basic("anna", secret, BasicUse.WEBDAV, HOME);
        assertEquals(first, lastUse());

        system.clock.advance(Duration.ofSeconds(1));
        basic("anna", secret, BasicUse.WEBDAV, HOME);

        assertEquals(system.clock.instant(), lastUse());
    }

    @Test
    void caseA02AnOldPasswordLocksOutNobodyButItself() {
        system.user("ben");
        Secret phone = system.appPassword(anna).secret();
        AppPasswords.Created revoked = system.appPassword(anna);
        system.appPasswords().revoke(actor(anna), revoked.view().id());
        basic("anna", phone, BasicUse.WEBDAV, HOME);
        long hashes = system.doors.hasher().computed();

        int blocked = 0;
        for (int i = 0; i < 100; i++) {
            blocked += isBlocked("anna", OLD) ? 1 : 0;
            blocked += isBlocked("anna", revoked.secret()) ? 1 : 0;
            basic("anna", phone, BasicUse.WEBDAV, HOME);
        }

        assertEquals(190, blocked, "five tries each, then 429 with Retry-After");
        assertEquals(hashes + 1, system.doors.hasher().computed(), "repeated and revoked secrets cost no hash");
        // cold, at the same address: other devices, the page, other people
        basic("anna", system.appPassword(anna).secret(), BasicUse.CALDAV, HOME);
        basic("anna", PASSWORD, BasicUse.WEBDAV, HOME);
        system.login("anna", PASSWORD, HOME);
        basic("ben", PASSWORD, BasicUse.WEBDAV, HOME);
        basic("anna", PASSWORD, BasicUse.CARDDAV, ELSEWHERE);
    }

    @Test
    void caseA02GuessesAreBlockedPerAccountAndAddress() {
        system.user("ben");
        Secret phone = system.appPassword(anna).secret();
        basic("anna", PASSWORD, BasicUse.WEBDAV, HOME);
        for (int i = 0; i < 5; i++) {
            var guess = new Secret("guess number " + i);
            refused(ErrorCode.UNAUTHENTICATED, () -> basic("anna", guess, BasicUse.WEBDAV, HOME));
        }

        var refusal = refused(
                ErrorCode.RATE_LIMITED,
                "AccountLocked",
                () -> basic("anna", new Secret("guess number 6"), BasicUse.WEBDAV, HOME));

        assertEquals(Duration.ofMinutes(15), refusal.retryAfter());
        refused(ErrorCode.RATE_LIMITED, "AccountLocked", () -> system.login("anna", PASSWORD, HOME));
        basic("anna", PASSWORD, BasicUse.WEBDAV, HOME); // known to be good
        basic("anna", phone, BasicUse.WEBDAV, HOME); // not guessable
        system.login("anna", PASSWORD, ELSEWHERE);
        system.login("ben", PASSWORD, HOME);

        UserView root = system.admin("root");
        List<Block> blocks = system.doors.blocks().list(actor(root));
        assertEquals(1, blocks.size());
        assertEquals("user:" + anna.id(), blocks.get(0).account());
        assertEquals("192.0.2.10", blocks.get(0).network());
        refused(ErrorCode.FORBIDDEN, () -> system.doors.blocks().list(actor(anna)));
        system.doors.blocks().lift(actor(root), blocks.get(0).id());
        system.login("anna", PASSWORD, HOME);
        refused(
                ErrorCode.NOT_FOUND,
                () -> system.doors.blocks().lift(actor(root), blocks.get(0).id()));
    }

    @Test
    void aBlockEndsByItself() {
        for (int i = 0; i < 5; i++) {
            var guess = new Secret("guess number " + i);
            refused(ErrorCode.UNAUTHENTICATED, () -> basic("nobody", guess, BasicUse.WEBDAV, HOME));
            refused(ErrorCode.UNAUTHENTICATED, () -> basic("anna", guess, BasicUse.WEBDAV, HOME));
        }
        refused(ErrorCode.RATE_LIMITED, () -> basic("nobody", PASSWORD, BasicUse.WEBDAV, HOME));
        refused(ErrorCode.RATE_LIMITED, () -> basic("anna", PASSWORD, BasicUse.WEBDAV, HOME));

        system.clock.advance(Duration.ofMinutes(15));

        basic("anna", PASSWORD, BasicUse.WEBDAV, HOME);
        refused(ErrorCode.UNAUTHENTICATED, () -> basic("nobody", PASSWORD, BasicUse.WEBDAV, HOME));
    }

    @Test
    void aGoodPasswordForgivesTheGuessesBefore() {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 4; i++) {
                var guess = new Secret("guess number " + i);
                refused(ErrorCode.UNAUTHENTICATED, () -> basic("anna", guess, BasicUse.WEBDAV, HOME));
            }
            basic("anna", PASSWORD, BasicUse.WEBDAV, HOME);
            system.clock.advance(Duration.ofMinutes(16));
        }
    }

    @Test
    void aPasswordThatBecomesRightIsNotHeldAgainstItsOwner() {
        for (int i = 0; i < 6; i++) {
            isBlocked("anna", new Secret("another one"));
        }
        assertTrue(isBlocked("anna", new Secret("another one")));

        system.accounts().setPassword(job(), anna.id(), new Secret("another one"));

        basic("anna", new Secret("another one"), BasicUse.WEBDAV, HOME);
    }

    @Test
    void parallelGuessesAreNoMoreThanFive() throws Exception {
        var number = new AtomicInteger();
        long before = system.doors.hasher().computed();

        List<Object> outcomes = Herd.of(
                24, () -> basic("anna", new Secret("guess number " + number.incrementAndGet()), BasicUse.WEBDAV, HOME));

        assertEquals(before + 5, system.doors.hasher().computed());
        assertEquals(
                19,
                outcomes.stream()
                        .filter(o -> o instanceof CloudException e && e.code() == ErrorCode.RATE_LIMITED)
                        .count());
    }

    private Identity basic(String user, Secret password, BasicUse use, Client client) {
        return system.signIn().basic(new BasicCredentials(user, password), use, client);
    }

    private boolean isBlocked(String user, Secret password) {
        var refusal = assertThrows(CloudException.class, () -> basic(user, password, BasicUse.WEBDAV, HOME));
        boolean blocked = refusal.code() == ErrorCode.RATE_LIMITED;
        assertEquals(blocked, refusal.retryAfter() != null);
        return blocked;
    }

    private @Nullable Instant lastUse() {
        return system.appPasswords().list(actor(anna)).get(0).lastUsedAt();
    }

    private void sql(String statement) {
        system.database
                .requests()
                .write(
                        "test",
                        scope -> scope.session()
                                .createNativeMutationQuery(statement)
                                .executeUpdate());
    }
}
