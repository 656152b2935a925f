package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static io.oxicloud.account.TestAccounts.HOME;
import static io.oxicloud.account.TestAccounts.PASSWORD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class SetupTest {
    private static final SetupProof LOCAL = SetupProof.Local.LOCAL;

    private final TestAccounts system;
    private final Setup setup;

    SetupTest(Engine engine) {
        system = new TestAccounts(engine);
        setup = system.changing.setup();
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void theFirstIsAVerifiedAdministratorWhoCanSignIn() {
        assertEquals(new AccountStatus(false, 0), setup.status());

        UserView first = setup.setUp(admin("root"), LOCAL, HOME);

        assertEquals(UserView.Role.ADMIN, first.role());
        assertTrue(first.active());
        assertFalse(first.external());
        assertEquals(system.clock.instant(), first.emailVerifiedAt());
        assertEquals(107_374_182_400L, first.quotaBytes());
        assertEquals(new AccountStatus(true, 1), setup.status());
        assertEquals(first.id(), system.login("root", PASSWORD, HOME).user().id());
    }

    @Test
    void thereIsNoSecondFirst() {
        setup.setUp(admin("root"), LOCAL, HOME);
        long hashes = system.doors.hasher().computed();

        refused(ErrorCode.FORBIDDEN, "SystemAlreadyInitialized", () -> setup.setUp(admin("eve"), LOCAL, HOME));
        refused(ErrorCode.FORBIDDEN, "SystemAlreadyInitialized", () -> setup.setUp(admin("eve")));

        assertEquals(hashes, system.doors.hasher().computed(), "nobody pays a hash for what cannot be");
    }

    @Test
    void ofManyAtOnceExactlyOneIsTheFirst() throws Exception {
        var names = new AtomicInteger();

        List<Object> outcomes = Herd.of(16, () -> setup.setUp(admin("root-" + names.incrementAndGet())));

        assertEquals(1, outcomes.stream().filter(UserView.class::isInstance).count());
        assertEquals(
                15,
                outcomes.stream()
                        .filter(o -> o instanceof CloudException e && "SystemAlreadyInitialized".equals(e.reason()))
                        .count());
        assertEquals(new AccountStatus(true, 1), setup.status());
    }

    @Test
    void fromElsewhereTheTokenMustBeRight() {
        refused(ErrorCode.FORBIDDEN, "SetupTokenInvalid", () -> setup.setUp(admin("eve"), token(null), HOME));
        refused(ErrorCode.FORBIDDEN, "SetupTokenInvalid", () -> setup.setUp(admin("eve"), token("guess"), HOME));
        assertEquals(new AccountStatus(false, 0), setup.status());

        setup.setUp(admin("root"), token(system.token.value()), HOME);

        assertFalse(system.token.matches(system.token.value()), "the token is spent");
    }

    @Test
    void triesAreCountedPerAddress() {
        for (int i = 0; i < 5; i++) {
            refused(ErrorCode.FORBIDDEN, "SetupTokenInvalid", () -> setup.setUp(admin("eve"), token("guess"), HOME));
        }
        var refusal =
                refused(ErrorCode.RATE_LIMITED, () -> setup.setUp(admin("root"), token(system.token.value()), HOME));
        assertEquals(Duration.ofHours(1), refusal.retryAfter());

        setup.setUp(admin("root"), token(system.token.value()), TestAccounts.ELSEWHERE);
    }

    @Test
    void aMistakeClaimsNothing() {
        refused(ErrorCode.INVALID_INPUT, () -> setup.setUp(admin("ab")));
        refused(ErrorCode.INVALID_INPUT, () -> setup.setUp(NewUser.of("root", "nobody", PASSWORD)));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> setup.setUp(NewUser.of("root", "root@example.com", new Secret("short"))));
        var noPassword = new NewUser("root", "root@example.com", null, UserView.Role.ADMIN, null, true, false);
        refused(ErrorCode.INVALID_INPUT, () -> setup.setUp(noPassword));
        var noName = new NewUser(null, "root@example.com", PASSWORD, UserView.Role.ADMIN, null, true, false);
        refused(ErrorCode.INVALID_INPUT, () -> setup.setUp(noName));
        system.user("taken");
        refused(ErrorCode.NAME_TAKEN, "UsernameTaken", () -> setup.setUp(admin("Taken")));
        assertEquals(new AccountStatus(false, 0), setup.status());

        setup.setUp(admin("root"));
    }

    private static NewUser admin(String name) {
        return NewUser.of(name, name + "@set-up.example.com", PASSWORD);
    }

    private static SetupProof token(@Nullable String value) {
        return new SetupProof.Token(value == null ? null : new Secret(value));
    }
}
