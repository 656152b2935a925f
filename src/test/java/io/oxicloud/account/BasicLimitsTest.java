package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static io.oxicloud.account.TestAccounts.ELSEWHERE;
import static io.oxicloud.account.TestAccounts.HOME;
import static io.oxicloud.account.TestAccounts.PASSWORD;
import static io.oxicloud.account.TestAccounts.actor;
import static io.oxicloud.account.TestAccounts.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.limit.Block;
import io.oxicloud.account.limit.LimitSettings;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Case A-02: whoever guesses is stopped, and nobody else. */
@ParameterizedClass
@EnumSource
class BasicLimitsTest {
    private static final int BOUND = 10;
    private static final Secret OLD = new Secret("last year's horse");

    private final DatabaseSource source;
    private final AccountSettings settings = settings();
    private final TestAccounts system;
    private final UserView anna;

    BasicLimitsTest(Engine engine) {
        source = TestDatabase.source(engine);
        system = new TestAccounts(source, settings, new TestClock(), List.of());
        anna = system.user("anna");
        system.user("ben");
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void anOldPasswordThreeTimesASecondHoldsUpNeitherItsOwnerNorTheNeighbours() {
        Secret phone = system.appPassword(anna).secret();
        basic("anna", phone, HOME);
        long before = hashes();
        int refused = 0;
        int good = 0;

        for (int second = 0; second < 60; second++) {
            for (int i = 0; i < 3; i++) {
                refused += outcome("anna", OLD, HOME) == ErrorCode.RATE_LIMITED ? 1 : 0;
                basic("anna", phone, HOME);
                system.clock.advance(Duration.ofMillis(333));
            }
            if (second % 12 == 0) {
                basic("anna", system.appPassword(anna).secret(), HOME);
                good++;
            }
        }

        assertEquals(175, refused, "five times 401 from one look, then 429");
        basic("anna", PASSWORD, HOME);
        basic("ben", PASSWORD, HOME);
        basic("anna", PASSWORD, ELSEWHERE);
        assertEquals(
                before + 1 + 2L * good + 2, hashes(), "one of the old password; the rest made and checked good ones");
        assertEquals(1, networkFailures());
        system.login("anna", PASSWORD, HOME);
    }

    @Test
    void anOldPasswordCountsOnceForTheNetworkAlsoWhenItsOwnBlockIsOver() {
        for (int quarter = 0; quarter < 2 * BOUND; quarter++) {
            for (int i = 0; i < 6; i++) {
                outcome("anna", OLD, HOME);
            }
            system.clock.advance(Duration.ofMinutes(15));
        }

        basic("anna", PASSWORD, HOME);
        basic("ben", PASSWORD, HOME);
    }

    @Test
    void onePasswordSprayedOverManyNamesIsStoppedAtTheBoundBeforeAnyHashOrRow() {
        for (int i = 0; i < BOUND; i++) {
            assertEquals(ErrorCode.UNAUTHENTICATED, outcome("name" + i, OLD, HOME));
        }
        long hashes = hashes();
        long rows = rows();

        for (int i = 0; i < 100; i++) {
            String name = "other" + i;
            CloudException refusal = refused(ErrorCode.RATE_LIMITED, () -> basic(name, OLD, HOME));
            assertNull(refusal.reason());
            assertEquals(Duration.ofMinutes(15), refusal.retryAfter());
        }

        assertEquals(hashes, hashes());
        assertEquals(rows, rows());
        assertEquals(2L * BOUND + 1, rows);
        basic("ben", PASSWORD, ELSEWHERE);
        system.clock.advance(Duration.ofMinutes(15));
        basic("ben", PASSWORD, HOME);
    }

    @Test
    void guessesAtOneAccountCountForTheNetworkToo() {
        for (int i = 0; i < 5; i++) {
            outcome("anna", new Secret("guess number " + i), HOME);
        }

        assertEquals(5, networkFailures());
        refused(ErrorCode.RATE_LIMITED, "AccountLocked", () -> basic("anna", new Secret("guess number 6"), HOME));
        assertEquals(5, networkFailures(), "what is refused unseen is no failure");
    }

    @Test
    void inventedNamesAtOnceCostABoundedNumberOfHashesAndRows() throws Exception {
        var number = new AtomicInteger();
        long before = hashes();

        List<Object> outcomes = Herd.of(96, () -> basic("name" + number.incrementAndGet(), OLD, HOME));

        int most = BOUND + settings.hash().concurrent() - 1;
        assertTrue(hashes() - before <= most, "hashes: " + (hashes() - before));
        assertTrue(rows() <= 2L * most + 1, "rows: " + rows());
        assertTrue(outcomes.stream().allMatch(CloudException.class::isInstance));
        assertEquals(ErrorCode.RATE_LIMITED, outcome("one more", OLD, HOME));
    }

    @Test
    void inventedAppPasswordsAtOnceMakeNoMoreRowsThanTheBound() throws Exception {
        var number = new AtomicInteger(100_000_000);
        long before = hashes();

        List<Object> outcomes = Herd.of(
                64, () -> basic("anna", new Secret("oxicloud-" + "x".repeat(23) + number.incrementAndGet()), HOME));

        assertEquals(BOUND, count(outcomes, ErrorCode.UNAUTHENTICATED));
        assertEquals(64 - BOUND, count(outcomes, ErrorCode.RATE_LIMITED));
        assertEquals(BOUND + 1, rows());
        assertEquals(before, hashes());
        basic("anna", system.appPassword(anna).secret(), ELSEWHERE);
    }

    @Test
    void rowsOfManyWindowsStayBoundedAndGo() throws Exception {
        for (int window = 0; window < 5; window++) {
            for (int i = 0; i < 2 * BOUND; i++) {
                outcome("name" + window + "-" + i, OLD, HOME);
            }
            system.clock.advance(Duration.ofMinutes(15).plusSeconds(1));
            system.doors.tasks().get(0).run();
            assertEquals(0, rows());
        }
    }

    @Test
    void credentialsKnownToBeGoodPassFromABlockedNetwork() {
        Secret phone = system.appPassword(anna).secret();
        basic("anna", phone, HOME);
        basic("ben", PASSWORD, HOME);
        spray(HOME);
        long hashes = hashes();

        basic("anna", phone, HOME);
        basic("ben", PASSWORD, HOME);
        assertEquals(hashes, hashes());

        system.clock.advance(Duration.ofMinutes(6));
        basic("anna", phone, HOME);
        basic("ben", PASSWORD, HOME);
        assertEquals(hashes + 2, hashes(), "forgotten verdicts are found again, block or not");
        assertEquals(ErrorCode.RATE_LIMITED, outcome("anna", PASSWORD, HOME));
    }

    @Test
    void credentialsThatWereGoodAreGuessesAgainOnceThePasswordChanged() {
        basic("ben", PASSWORD, HOME);
        spray(HOME);

        system.accounts().setPassword(job(), userId("ben"), new Secret("another one"));

        long hashes = hashes();
        assertEquals(ErrorCode.RATE_LIMITED, outcome("ben", PASSWORD, HOME));
        assertEquals(hashes, hashes());
    }

    @Test
    void aRightPasswordDoesNotWashTheNetwork() {
        for (int i = 0; i < BOUND - 1; i++) {
            outcome("name" + i, OLD, HOME);
            basic("ben", PASSWORD, HOME);
            system.clock.advance(Duration.ofSeconds(50));
        }
        outcome("one more", OLD, HOME);

        assertEquals(ErrorCode.RATE_LIMITED, outcome("yet one", OLD, HOME));
    }

    @Test
    void theNeighboursOfOneIpv6NetworkAreOne() {
        for (int i = 0; i < BOUND; i++) {
            outcome("name" + i, OLD, new Client("2001:db8:0:1::" + i, null, true));
        }

        assertEquals(ErrorCode.RATE_LIMITED, outcome("x", OLD, new Client("2001:db8:0:1:ffff::1", null, true)));
        assertEquals(ErrorCode.UNAUTHENTICATED, outcome("x", OLD, new Client("2001:db8:0:2::1", null, true)));
    }

    @Test
    void otherNodesKnowTheBlock() {
        spray(HOME);
        try (var node = new TestAccounts(source, settings, system.clock, List.of())) {
            var credentials = new BasicCredentials("anna", PASSWORD);

            refused(ErrorCode.RATE_LIMITED, () -> node.signIn().basic(credentials, BasicUse.WEBDAV, HOME));
        }
    }

    @Test
    void administratorsSeeTheBlockOfTheNetworkAndLiftIt() {
        spray(HOME);
        UserView root = system.admin("root");

        List<Block> blocks = system.doors.blocks().list(actor(root));

        assertEquals(1, blocks.size());
        assertEquals(Block.ANY_ACCOUNT, blocks.get(0).account());
        assertEquals(HOME.address(), blocks.get(0).network());
        system.doors.blocks().lift(actor(root), blocks.get(0).id());
        basic("anna", PASSWORD, HOME);
    }

    private void spray(Client from) {
        for (int i = 0; i < BOUND; i++) {
            outcome("sprayed" + i, OLD, from);
        }
        assertEquals(ErrorCode.RATE_LIMITED, outcome("sprayed", OLD, from));
    }

    private Identity basic(String user, Secret password, Client client) {
        return system.signIn().basic(new BasicCredentials(user, password), BasicUse.WEBDAV, client);
    }

    private ErrorCode outcome(String user, Secret password, Client client) {
        var refusal = assertThrows(CloudException.class, () -> basic(user, password, client));
        assertEquals(refusal.code() == ErrorCode.RATE_LIMITED, refusal.retryAfter() != null);
        return refusal.code();
    }

    private static long count(List<Object> outcomes, ErrorCode code) {
        return outcomes.stream()
                .filter(outcome -> outcome instanceof CloudException e && e.code() == code)
                .count();
    }

    private long hashes() {
        return system.doors.hasher().computed();
    }

    private long rows() {
        return number("select count(b) from BlockEntity b");
    }

    private long networkFailures() {
        return number("select cast(sum(b.failures) as Long) from BlockEntity b where b.account = '*'");
    }

    private long number(String query) {
        return system.database
                .requests()
                .read(
                        "test",
                        scope -> scope.session()
                                .createSelectionQuery(query, Long.class)
                                .getSingleResult());
    }

    private io.oxicloud.base.UserId userId(String name) {
        return system.login(name, PASSWORD, ELSEWHERE).user().id();
    }

    private static AccountSettings settings() {
        LimitSettings usual = LimitSettings.DEFAULTS;
        return new AccountSettings(
                TestAccounts.SETTINGS.hash(),
                TestAccounts.SETTINGS.tokens(),
                new LimitSettings(
                        usual.login(),
                        usual.register(),
                        usual.refresh(),
                        new LimitSettings.Limit(
                                usual.basic().name(), BOUND, usual.basic().window()),
                        usual.lockoutFailures(),
                        usual.lockoutTime()),
                TestAccounts.SETTINGS.basic(),
                TestAccounts.SETTINGS.adminQuotaBytes(),
                TestAccounts.SETTINGS.userQuotaBytes());
    }
}
