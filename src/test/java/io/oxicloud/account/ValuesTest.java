package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.limit.LimitSettings;
import io.oxicloud.account.limit.LimitSettings.Limit;
import io.oxicloud.account.session.TokenSettings;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What edges and settings hand in. */
class ValuesTest {
    @ParameterizedTest
    @CsvSource({
        "192.0.2.10, 192.0.2.10",
        "2001:db8:1:2:3:4:5:6, 2001:db8:1:2:0:0:0:0/64",
        "2001:db8:1:2::9%eth0, 2001:db8:1:2:0:0:0:0/64",
        "::ffff:192.0.2.10, 192.0.2.10",
        "::1, 0:0:0:0:0:0:0:0/64",
        "Host.Example, host.example",
        "not:an:address, not:an:address"
    })
    void aSubscriberIsOneNetwork(String address, String network) {
        assertEquals(network, new Client(address, null, true).network());
    }

    @Test
    void aClientThatTellsTooMuchIsCut() {
        var client = new Client("1".repeat(1_000), "x".repeat(1_000), false);

        assertEquals(64, client.address().length());
        assertEquals("x".repeat(255), client.userAgent());
        assertEquals("?", new Client("a\u0000", "a\u0000", false).address());
    }

    @Test
    void scopesAreReadInAnyOrderAndWrittenInOne() {
        assertEquals(Set.of(Scope.CALDAV, Scope.WEBDAV), Scope.parse(" caldav, WebDAV"));
        assertEquals("webdav,caldav,carddav", Scope.format(Scope.DAV));
        assertEquals(Scope.ALL, Scope.parse(Scope.format(Scope.ALL)));
        refused(ErrorCode.INVALID_INPUT, () -> Scope.parse(""));
        refused(ErrorCode.INVALID_INPUT, () -> Scope.parse("webdav,"));
        refused(ErrorCode.INVALID_INPUT, () -> Scope.parse("everything"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "a\u0000"})
    void anAppPasswordHasALabel(String label) {
        refused(ErrorCode.INVALID_INPUT, () -> new NewAppPassword(label, Scope.DAV, null));
    }

    @Test
    void anAppPasswordHasScopesAndALifeWithinReason() {
        refused(ErrorCode.INVALID_INPUT, () -> new NewAppPassword("x".repeat(256), Scope.DAV, null));
        refused(ErrorCode.INVALID_INPUT, () -> new NewAppPassword("x", Set.of(), null));
        refused(ErrorCode.INVALID_INPUT, () -> new NewAppPassword("x", Scope.DAV, Duration.ZERO));
        refused(ErrorCode.INVALID_INPUT, () -> new NewAppPassword("x", Scope.DAV, Duration.ofDays(36_501)));
        assertEquals("x", new NewAppPassword(" x ", Scope.DAV, Duration.ofDays(1)).label());
    }

    @Test
    void anAppPasswordHasTheFormOfTheContract() {
        Secret one = AppPasswordText.random(new SecureRandom());

        assertTrue(one.reveal().matches("oxicloud-[A-Za-z0-9]{32}"));
        assertTrue(AppPasswordText.isOne(one));
        assertEquals(one.reveal().substring(0, 17), AppPasswordText.prefix(one));
        assertFalse(AppPasswordText.isOne(new Secret(one.reveal() + "x")));
        assertFalse(AppPasswordText.isOne(new Secret("correct horse")));
    }

    @Test
    void theSetupTokenIsGoodOnceAndDoesNotPrintItself() {
        SetupToken token = SetupToken.random(new SecureRandom());
        assertEquals(32, token.value().length());
        assertFalse(token.matches(null));
        assertFalse(token.matches(""));
        assertFalse(token.matches(token.value() + "x"));
        assertTrue(token.matches(token.value()));
        assertTrue(SetupToken.of(token.value()).matches(token.value()));
        assertFalse(token.toString().contains(token.value()));

        token.spend();

        assertFalse(token.matches(token.value()));
    }

    @Test
    void theDefaultsAreThoseOfTheContract() {
        AccountSettings settings = AccountSettings.DEFAULTS;

        assertEquals(107_374_182_400L, settings.adminQuotaBytes());
        assertEquals(1_073_741_824L, settings.userQuotaBytes());
        assertEquals(new AccountSettings.Basic(false, true), settings.basic());
        assertEquals(
                new LimitSettings(
                        new Limit("RATE_LIMIT_LOGIN", 10, Duration.ofMinutes(1)),
                        new Limit("RATE_LIMIT_REGISTER", 5, Duration.ofHours(1)),
                        new Limit("RATE_LIMIT_REFRESH", 20, Duration.ofMinutes(1)),
                        new Limit("RATE_LIMIT_BASIC", 100, Duration.ofMinutes(15)),
                        5,
                        Duration.ofMinutes(15)),
                settings.limits());
        assertEquals(
                new TokenSettings(Duration.ofHours(1), Duration.ofDays(7), Duration.ofDays(30)), settings.tokens());
    }

    @Test
    void settingsOutOfReasonAreRefusedByTheirNames() {
        LimitSettings limits = LimitSettings.DEFAULTS;
        var settings = AccountSettings.DEFAULTS;
        Duration hour = Duration.ofHours(1);
        named("RATE_LIMIT_LOGIN_MAX", () -> new Limit("RATE_LIMIT_LOGIN", 0, hour));
        named("RATE_LIMIT_LOGIN_WINDOW_SECS", () -> new Limit("RATE_LIMIT_LOGIN", 1, Duration.ZERO));
        named(
                "LOCKOUT_MAX_FAILURES",
                () -> new LimitSettings(limits.login(), limits.register(), limits.refresh(), limits.basic(), 0, hour));
        named(
                "LOCKOUT_DURATION_SECS",
                () -> new LimitSettings(
                        limits.login(), limits.register(), limits.refresh(), limits.basic(), 1, Duration.ZERO));
        named("ACCESS_TOKEN_EXPIRY_SECS", () -> new TokenSettings(Duration.ZERO, hour, hour));
        named("REFRESH_TOKEN_EXPIRY_SECS", () -> new TokenSettings(hour, Duration.ofMinutes(1), hour));
        named("SIGNING_KEY_LIFE", () -> new TokenSettings(hour, hour, Duration.ofMinutes(1)));
        named(
                "QUOTA_ADMIN_BYTES",
                () -> new AccountSettings(
                        settings.hash(), settings.tokens(), settings.limits(), settings.basic(), -1, 0));
        named(
                "QUOTA_USER_BYTES",
                () -> new AccountSettings(
                        settings.hash(), settings.tokens(), settings.limits(), settings.basic(), 0, -1));
    }

    private static void named(String key, Runnable making) {
        var refusal = assertThrows(IllegalArgumentException.class, making::run);
        assertTrue(String.valueOf(refusal.getMessage()).startsWith(key + " must"), refusal.toString());
    }
}
