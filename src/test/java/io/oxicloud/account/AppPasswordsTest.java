package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static io.oxicloud.account.TestAccounts.HOME;
import static io.oxicloud.account.TestAccounts.PASSWORD;
import static io.oxicloud.account.TestAccounts.actor;
import static io.oxicloud.account.TestAccounts.job;
import static io.oxicloud.account.TestAccounts.sessionOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.audit.AuditQuery;
import io.oxicloud.base.Actor;
import io.oxicloud.base.AppPasswordId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class AppPasswordsTest {
    private static final NewAppPassword PHONE = new NewAppPassword("phone", Scope.DAV, Duration.ofDays(1));

    private final TestAccounts system;
    private final AppPasswords appPasswords;
    private final UserView anna;

    AppPasswordsTest(Engine engine) {
        system = new TestAccounts(engine);
        appPasswords = system.appPasswords();
        anna = system.user("Anna");
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void theSecretIsShownOnceAndTheRestAlways() {
        AppPasswords.Created created = appPasswords.create(sessionOf(anna), PHONE);

        assertEquals("Anna", created.username());
        assertTrue(created.secret().reveal().startsWith(created.view().prefix()));
        assertEquals(17, created.view().prefix().length());
        assertEquals(List.of(created.view()), appPasswords.list(actor(anna)));
        assertEquals(Scope.DAV, created.view().scopes());
        assertEquals(
                system.clock.instant().plus(Duration.ofDays(1)), created.view().expiresAt());
        assertTrue(created.view().active());

        system.clock.advance(Duration.ofDays(1));

        assertEquals(false, appPasswords.list(actor(anna)).get(0).active());
    }

    @Test
    void onlyASessionMakesOne() {
        AppPasswords.Created created = appPasswords.create(sessionOf(anna), new NewAppPassword("x", Scope.ALL, null));
        Identity byAppPassword =
                system.signIn().basic(new BasicCredentials("anna", created.secret()), BasicUse.API, HOME);
        Identity byPassword = system.signIn().basic(new BasicCredentials("anna", PASSWORD), BasicUse.WEBDAV, HOME);

        refused(ErrorCode.FORBIDDEN, () -> appPasswords.create(byAppPassword, PHONE));
        refused(ErrorCode.FORBIDDEN, () -> appPasswords.create(byPassword, PHONE));
    }

    @Test
    void externalUsersAndUsersWithoutANameHaveNone() {
        UserView guest = system.external("guest");
        UserView nameless = system.accounts()
                .create(job(), new NewUser(null, "n@example.com", PASSWORD, UserView.Role.USER, null, true, false));

        refused(ErrorCode.FORBIDDEN, () -> appPasswords.create(sessionOf(guest), PHONE));
        refused(ErrorCode.CONFLICT, "UsernameRequired", () -> appPasswords.create(sessionOf(nameless), PHONE));
    }

    @Test
    void thereIsRoomForAHundred() {
        for (int i = 0; i < 100; i++) {
            appPasswords.create(sessionOf(anna), PHONE);
        }

        refused(ErrorCode.CONFLICT, () -> appPasswords.create(sessionOf(anna), PHONE));

        appPasswords.revoke(actor(anna), appPasswords.list(actor(anna)).get(0).id());
        appPasswords.create(sessionOf(anna), PHONE);
        assertEquals(100, appPasswords.list(actor(anna)).size());
    }

    @Test
    void everybodySeesAndRevokesTheirOwnOnly() {
        UserView root = system.admin("root");
        AppPasswords.Created annas = appPasswords.create(sessionOf(anna), PHONE);

        assertEquals(List.of(), appPasswords.list(actor(root)));
        refused(
                ErrorCode.NOT_FOUND,
                () -> appPasswords.revoke(actor(root), annas.view().id()));
        refused(ErrorCode.NOT_FOUND, () -> appPasswords.revoke(actor(anna), new AppPasswordId(UUID.randomUUID())));
        refused(ErrorCode.UNAUTHENTICATED, () -> appPasswords.list(Actor.Anonymous.ANONYMOUS));
        refused(
                ErrorCode.UNAUTHENTICATED,
                () -> appPasswords.revoke(
                        Actor.Anonymous.ANONYMOUS, annas.view().id()));

        appPasswords.revoke(actor(anna), annas.view().id());

        assertEquals(List.of(), appPasswords.list(actor(anna)));
        refused(
                ErrorCode.NOT_FOUND,
                () -> appPasswords.revoke(actor(anna), annas.view().id()));
    }

    @Test
    void auditLogHoldsNoPartOfTheSecret() {
        AppPasswords.Created created = appPasswords.create(sessionOf(anna), PHONE);
        appPasswords.revoke(actor(anna), created.view().id());

        String secret = created.secret().reveal().substring("oxicloud-".length());
        String log = system.audit.query(actor(system.admin("auditor")), AuditQuery.latest(100)).items().stream()
                .map(row -> row.event() + row.details())
                .collect(Collectors.joining("\n"));
        assertTrue(log.contains("app-password.created") && log.contains("app-password.revoked"), log);
        for (int i = 0; i + 6 <= secret.length(); i++) {
            assertFalse(log.contains(secret.substring(i, i + 6)), log);
        }
    }
}
