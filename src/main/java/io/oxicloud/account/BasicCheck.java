package io.oxicloud.account;

import io.oxicloud.account.BasicVerdicts.Right;
import io.oxicloud.base.Actor;
import io.oxicloud.base.AppPasswordId;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.cache.CacheSettings;
import io.oxicloud.cache.Caches;
import io.oxicloud.cache.SingleFlightCache;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The rules on Basic credentials: where which kind of password is taken, and from whom. Thread-safe. */
final class BasicCheck {
    private static final Duration TOUCH_PAUSE = Duration.ofMinutes(1);

    private static final String TOUCH = """
            update app_password set last_used_at = ?
            where id = ? and (last_used_at is null or last_used_at <= ?)""";

    private final Tx tx;
    private final BasicVerdicts verdicts;
    private final AccountSettings.Basic settings;
    private final Clock clock;
    private final SingleFlightCache<AppPasswordId, Instant> touched;

    BasicCheck(Tx tx, Caches caches, BasicVerdicts verdicts, AccountSettings.Basic settings, Clock clock) {
        this.tx = tx;
        this.verdicts = verdicts;
        this.settings = settings;
        this.clock = clock;
        this.touched = caches.create("account.app-password-use", CacheSettings.expiring(10_000, TOUCH_PAUSE));
    }

    Identity identify(BasicCredentials credentials, BasicUse use, Client client) {
        requireTakenHere(credentials, use, client);
        Right right = verdicts.of(credentials, client.network());
        requireGoodStanding(right.standing());
        Verdict verdict = right.verdict();
        if (verdict.appPassword() != null) {
            useAppPassword(verdict, verdict.appPassword(), use);
        } else if (right.standing().secondFactor() || right.standing().ssoOnly()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "this account needs an app password here")
                    .withReason("AppPasswordRequired");
        }
        UserFlags flags = right.standing().flags();
        // whatever the path: what a device keeps is not good for administration
        return new Identity(
                new Actor.User(verdict.user(), false, flags.external()), verdict.scopes(), verdict.via(), null);
    }

    /** Before anything is looked up: what is not taken at all is no try, right or wrong. */
    private void requireTakenHere(BasicCredentials credentials, BasicUse use, Client client) {
        if (!settings.overPlainHttp() && !client.secure()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "passwords are taken over https only")
                    .withReason("HttpsRequired");
        }
        if (use.admin()) {
            throw new CloudException(ErrorCode.UNAUTHENTICATED, "sign in for this, Basic credentials are not taken");
        }
        if ((!use.dav() || settings.appPasswordOnly()) && !AppPasswordText.isOne(credentials.password())) {
            throw new CloudException(
                            ErrorCode.UNAUTHENTICATED,
                            "only an app password is taken here, and this is none: oxicloud- and 32 letters or digits")
                    .withReason("AppPasswordRequired");
        }
    }

    private static void requireGoodStanding(Standing standing) {
        if (!standing.flags().active()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "Account deactivated");
        }
        if (standing.flags().external()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "external users use the web page only");
        }
    }

    private void useAppPassword(Verdict verdict, AppPasswordId id, BasicUse use) {
        if (verdict.isExpired(clock.instant())) {
            throw BasicVerdicts.wrong();
        }
        if (!verdict.scopes().contains(use.scope())) {
            throw new CloudException(
                            ErrorCode.FORBIDDEN, "this app password is for " + Scope.format(verdict.scopes()) + " only")
                    .withReason("ScopeMissing");
        }
        touched.get(id, this::touch);
    }

    /** Once a minute over all nodes, whoever of them comes first. */
    private Instant touch(AppPasswordId id) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        tx.write("app-passwords.touch", scope -> scope.change(TOUCH, now, id.value(), now.minus(TOUCH_PAUSE)));
        return now;
    }
}
