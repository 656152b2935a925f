package io.oxicloud.account;

import io.oxicloud.account.session.AccessClaims;
import io.oxicloud.account.session.AccessTokens;
import io.oxicloud.account.session.Refreshed;
import io.oxicloud.account.session.Sessions;
import io.oxicloud.account.session.TokenSettings;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import io.oxicloud.base.SessionId;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens, renews and ends sessions of people whose right to it was found elsewhere. Thread-safe. */
final class SessionDesk {
    private final Tx tx;
    private final Sessions sessions;
    private final AccessTokens tokens;
    private final TokenSettings settings;
    private final Audit audit;
    private final Clock clock;

    SessionDesk(Tx tx, Sessions sessions, AccessTokens tokens, TokenSettings settings, Audit audit, Clock clock) {
        this.tx = tx;
        this.sessions = sessions;
        this.tokens = tokens;
        this.settings = settings;
        this.audit = audit;
        this.clock = clock;
    }

    private record Ticket(UserView user, SessionId session, Secret refresh) {}

    /** Empty if the account changed its password, was deactivated or went while the password was being looked at. */
    Optional<Signed> open(Candidate candidate, Client client) {
        Optional<Ticket> ticket = tx.write("sign-in.open", scope -> {
            var user = Users.locked(scope, candidate.userId());
            if (user.credentialStamp != candidate.credentialStamp() || !user.active) {
                return Optional.empty();
            }
            Sessions.Opened opened = sessions.open(scope, candidate.userId(), client.address(), client.userAgent());
            user.lastLoginAt = clock.instant().truncatedTo(ChronoUnit.MICROS);
            audit.record(
                    scope,
                    new Actor.User(user.userId(), user.admin(), user.external),
                    "login.done",
                    Map.of("session", opened.session().toString(), "address", client.address()));
            return Optional.of(new Ticket(user.view(), opened.session(), opened.refresh()));
        });
        return ticket.map(this::sign);
    }

    /** @throws CloudException FORBIDDEN if the token is unknown, used, expired or of an ended session */
    Signed renew(Secret token, Client client) {
        Optional<Ticket> ticket = tx.write("sign-in.renew", scope -> {
            Refreshed outcome = sessions.renew(scope, token);
            if (outcome instanceof Refreshed.Reused reused) {
                audit.record(
                        scope,
                        Actor.Anonymous.ANONYMOUS,
                        "login.refresh-reused",
                        Map.of(
                                "user", reused.user().toString(),
                                "session", reused.session().toString(),
                                "address", client.address()));
            }
            if (outcome instanceof Refreshed.Renewed renewed) {
                UserView user = Users.found(scope, renewed.user()).view();
                return Optional.of(new Ticket(user, renewed.session(), renewed.next()))
                        .filter(t -> user.active());
            }
            return Optional.empty();
        });
        return ticket.map(this::sign)
                .orElseThrow(() -> new CloudException(ErrorCode.FORBIDDEN, "Session expired or invalid"));
    }

    /** @throws CloudException FORBIDDEN if the refresh token is somebody else's */
    void end(Identity who, @Nullable Secret refresh) {
        Actor.User user = who.actor();
        tx.write("sign-in.end", scope -> {
            if (refresh != null) {
                sessions.ownerOf(scope, refresh).ifPresent(owned -> {
                    if (!owned.user().equals(user.id())) {
                        throw new CloudException(ErrorCode.FORBIDDEN, "that is not your session");
                    }
                    sessions.revoke(scope, owned.session(), user.id());
                });
            }
            if (who.session() != null) {
                sessions.revoke(scope, who.session(), user.id());
            }
            audit.record(scope, user, "login.logout", Map.of());
            return user;
        });
    }

    private Signed sign(Ticket ticket) {
        UserView user = ticket.user();
        String username = user.username() == null ? "" : user.username();
        Secret access = tokens.sign(new AccessClaims(
                user.id(),
                ticket.session(),
                username,
                user.email(),
                user.role().name().toLowerCase(Locale.ROOT)));
        return new Signed(
                user, ticket.session(), access, settings.accessLife(), ticket.refresh(), settings.refreshLife());
    }
}
