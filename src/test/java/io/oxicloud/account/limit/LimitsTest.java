package io.oxicloud.account.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.Entities;
import io.oxicloud.account.TestClock;
import io.oxicloud.account.limit.LimitSettings.Limit;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Database;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class LimitsTest {
    private static final Limit TEN = new Limit("TEST", 10, Duration.ofMinutes(1));

    private final Database database;
    private final TestClock clock = new TestClock();
    private final RateLimits rates;
    private final Lockouts lockouts;

    LimitsTest(Engine engine) {
        database = TestDatabase.open(engine, Entities.CLASSES);
        rates = new RateLimits(database.requests(), clock);
        lockouts = new Lockouts(database.requests(), LimitSettings.DEFAULTS, clock);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void ofThirtyTwoAtOnceTenPass() throws Exception {
        List<Object> outcomes = Herd.of(32, () -> {
            rates.count(TEN, "192.0.2.1");
            return "passed";
        });

        assertEquals(10, outcomes.stream().filter("passed"::equals).count());
        assertEquals(
                22,
                outcomes.stream()
                        .filter(o -> o instanceof CloudException e && e.code() == ErrorCode.RATE_LIMITED)
                        .count());
    }

    @Test
    void theTimeToComeBackIsTheEndOfTheWindow() {
        clock.advance(Duration.ofSeconds(50));
        for (int i = 0; i < 10; i++) {
            rates.count(TEN, "192.0.2.1");
        }

        var refusal = assertThrows(CloudException.class, () -> rates.count(TEN, "192.0.2.1"));

        assertEquals(Duration.ofSeconds(10), refusal.retryAfter());
        clock.advance(Duration.ofSeconds(10));
        rates.count(TEN, "192.0.2.1");
    }

    @Test
    void countingCostsTwoStatementsAndFourInANewWindow() {
        database.statements().reset();
        rates.count(TEN, "192.0.2.1");
        assertEquals(4, database.statements().count(), "try, insert, raise, read");

        database.statements().reset();
        rates.count(TEN, "192.0.2.1");

        assertEquals(2, database.statements().count());
    }

    @Test
    void oneGuessRepeatedCountsOnce() {
        Attempt old = guess("old");
        for (int i = 0; i < 4; i++) {
            assertEquals(i == 0 ? Admission.COUNTED : Admission.KNOWN_WRONG, lockouts.admit(old));
            assertFalse(lockouts.failed(old));
        }
        lockouts.admit(old);
        assertTrue(lockouts.failed(old), "blocked from here on");
        blocked(old);

        for (int i = 0; i < 4; i++) {
            Attempt other = guess("other " + i);
            assertEquals(Admission.COUNTED, lockouts.admit(other));
            lockouts.failed(other);
        }
        blocked(guess("one more"));
    }

    @Test
    void whatWasRefusedUnseenIsAGuessLater() {
        fill();
        blocked(guess("late"));
        clock.advance(Duration.ofMinutes(15));

        assertEquals(Admission.COUNTED, lockouts.admit(guess("late")));
    }

    @Test
    void whatNobodyLookedAtIsTakenBack() {
        for (int i = 0; i < 20; i++) {
            Attempt unseen = guess("guess " + i);
            assertEquals(Admission.COUNTED, lockouts.admit(unseen));
            lockouts.withdraw(unseen);
        }
        fill();
        blocked(guess("more"));
    }

    @Test
    void whatCannotBeGuessedBlocksOnlyItself() {
        var secret = new Attempt(Attempt.Way.APP_PASSWORD, "user:1", "192.0.2.1", "long secret");
        for (int i = 0; i < 5; i++) {
            lockouts.admit(secret);
            lockouts.failed(secret);
        }
        blocked(secret);

        fill();
        blocked(guess("more"));
        lockouts.admit(new Attempt(Attempt.Way.APP_PASSWORD, "user:1", "192.0.2.1", "another long secret"));
    }

    @Test
    void aBlockEndsAfterItsTimeAndIsForgotten() {
        fill();
        clock.advance(Duration.ofMinutes(14));
        assertEquals(Duration.ofMinutes(1), blocked(guess("more")).retryAfter());
        assertEquals(1, inForce());

        clock.advance(Duration.ofMinutes(1));

        assertEquals(0, inForce());
        assertEquals(Admission.COUNTED, lockouts.admit(guess("more")));
    }

    @Test
    void whatIsOverIsDropped() {
        rates.count(TEN, "192.0.2.1");
        fill();
        assertEquals(1 + 1 + 5, rows());
        prune();
        assertEquals(1 + 1 + 5, rows());

        clock.advance(Duration.ofMinutes(16));
        prune();

        assertEquals(0, rows());
    }

    private void fill() {
        for (int i = 0; i < 5; i++) {
            lockouts.admit(guess("fill " + i));
        }
    }

    private CloudException blocked(Attempt attempt) {
        var refusal = assertThrows(CloudException.class, () -> lockouts.admit(attempt));
        assertEquals(ErrorCode.RATE_LIMITED, refusal.code());
        assertEquals("AccountLocked", refusal.reason());
        return refusal;
    }

    private int inForce() {
        return database.requests()
                .read("test", scope -> lockouts.inForce(scope, 100))
                .size();
    }

    private void prune() {
        database.requests().write("test", scope -> {
            rates.prune(scope);
            lockouts.prune(scope);
            return scope;
        });
    }

    private long rows() {
        return database.requests()
                .read(
                        "test",
                        scope -> scope.session()
                                        .createSelectionQuery("select count(w) from RateWindowEntity w", Long.class)
                                        .getSingleResult()
                                + scope.session()
                                        .createSelectionQuery("select count(b) from BlockEntity b", Long.class)
                                        .getSingleResult());
    }

    private static Attempt guess(String fingerprint) {
        return new Attempt(Attempt.Way.BASIC, "user:1", "192.0.2.1", fingerprint);
    }
}
