package io.oxicloud.account;

import static io.oxicloud.account.TestAccounts.ELSEWHERE;
import static io.oxicloud.account.TestAccounts.HOME;
import static io.oxicloud.account.TestAccounts.PASSWORD;
import static io.oxicloud.account.TestAccounts.actor;
import static io.oxicloud.account.TestAccounts.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import io.oxicloud.db.Engine;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class SignInTest {
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
        assertEquals(system.clock.instant(), signed.user().lastLoginAt());
    }

    @Test
    void aRefreshTokenIsGoodOnceAndItsSecondUseEndsTheSession() {
        Signed first = system.login("anna", PASSWORD, HOME);
        Signed second = system.signIn().refresh(first.refresh().reveal(), HOME);
        assertNotEquals(first.refresh(), second.refresh());
        assertEquals(first.session(), second.session());

        refused(
                ErrorCode.FORBIDDEN,
                () -> system.signIn().refresh(first.refresh().reveal(), ELSEWHERE));

        refused(
                ErrorCode.FORBIDDEN,
                () -> system.signIn().refresh(second.refresh().reveal(), HOME));
        refused(
                ErrorCode.UNAUTHENTICATED,
                () -> system.signIn().bearer(second.access().reveal()));
    }

    @Test
    void aChangedPasswordEndsEverySession() {
        Signed here = system.login("anna", PASSWORD, HOME);
        Signed there = system.login("anna@example.com", PASSWORD, ELSEWHERE);
        system.signIn().bearer(here.access().reveal());

        system.accounts().changePassword(actor(anna), PASSWORD, new Secret("another one"));

        refused(
                ErrorCode.UNAUTHENTICATED,
                () -> system.signIn().bearer(here.access().reveal()));
        refused(
                ErrorCode.UNAUTHENTICATED,
                () -> system.signIn().bearer(there.access().reveal()));
        refused(
                ErrorCode.FORBIDDEN,
                () -> system.signIn().refresh(there.refresh().reveal(), ELSEWHERE));
        refused(ErrorCode.FORBIDDEN, () -> system.login("anna", PASSWORD, HOME));
        system.login("anna", new Secret("another one"), HOME);
    }

    @Test
    void aDeactivatedUserIsOutAtOnce() {
        Signed signed = system.login("anna", PASSWORD, HOME);
        system.signIn().bearer(signed.access().reveal());

        system.accounts().setActive(job(), anna.id(), false);

        refused(
                ErrorCode.UNAUTHENTICATED,
                () -> system.signIn().bearer(signed.access().reveal()));
        refused(
                ErrorCode.FORBIDDEN,
                () -> system.signIn().refresh(signed.refresh().reveal(), HOME));
    }

    private static CloudException refused(ErrorCode code, Executable call) {
        var refusal = assertThrows(CloudException.class, call);
        assertEquals(code, refusal.code(), refusal.message());
        return refusal;
    }
}
