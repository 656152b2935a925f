package io.oxicloud.account;

import io.oxicloud.account.PasswordCheck.Origin;
import io.oxicloud.account.limit.LimitSettings;
import io.oxicloud.account.limit.RateLimits;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Door: from credentials to identities. Whoever comes in here is not known yet, so no method but {@link #logout} takes an
 * actor. Thread-safe; a call may take a hash's time.
 */
public final class SignIn {
    private final RateLimits rateLimits;
    private final LimitSettings limits;
    private final PasswordCheck passwords;
    private final SessionDesk desk;
    private final BearerCheck bearer;
    private final BasicCheck basic;
    private final Audit audit;

    SignIn(
            RateLimits rateLimits,
            LimitSettings limits,
            PasswordCheck passwords,
            SessionDesk desk,
            BearerCheck bearer,
            BasicCheck basic,
            Audit audit) {
        this.rateLimits = rateLimits;
        this.limits = limits;
        this.passwords = passwords;
        this.desk = desk;
        this.bearer = bearer;
        this.basic = basic;
        this.audit = audit;
    }

    /**
     * Opens a session.
     *
     * @throws CloudException FORBIDDEN "Invalid credentials", the same for every reason; FORBIDDEN "Account deactivated" after a
     *     right password only; FORBIDDEN with reason {@code SecondFactorRequired}; RATE_LIMITED, with reason {@code
     *     AccountLocked} after too many failures; BUSY
     */
    public Signed login(PasswordLogin login, Client client) {
        rateLimits.count(limits.login(), client.network());
        var candidate = passwords.signIn(login.identifier(), login.password(), Origin.form(client.network()));
        if (candidate.isEmpty()) {
            throw refused(login, client, "wrong", "Invalid credentials");
        }
        if (!candidate.get().active()) {
            throw refused(login, client, "inactive", "Account deactivated");
        }
        if (candidate.get().secondFactor()) {
            throw refused(login, client, "second-factor", "a second factor is needed")
                    .withReason("SecondFactorRequired");
        }
        return desk.open(candidate.get(), client)
                .orElseThrow(() -> refused(login, client, "changed", "Invalid credentials"));
    }

    /**
     * Gives new tokens for a refresh token, which is good once: whoever brings it again ends the session.
     *
     * @throws CloudException FORBIDDEN "Session expired or invalid"; RATE_LIMITED
     */
    public Signed refresh(String token, Client client) {
        rateLimits.count(limits.refresh(), client.network());
        return desk.renew(new Secret(token), client);
    }

    /**
     * Ends the session of the access token the caller came with, and that of the refresh token.
     *
     * @param refreshToken null or unknown does nothing
     * @throws CloudException FORBIDDEN if it belongs to somebody else
     */
    public void logout(Identity who, @Nullable String refreshToken) {
        desk.end(who, refreshToken == null ? null : new Secret(refreshToken));
    }

    /** @throws CloudException UNAUTHENTICATED unless it is a living access token of a living session of an active user */
    public Identity bearer(String jwt) {
        return bearer.identify(jwt);
    }

    /**
     * Checks Basic credentials. An app password is taken where its scopes say, but for no administration. The account's own
     * password is taken on DAV paths only, and not at all if the settings or the account say so. Right credentials cost one
     * hash in five minutes.
     *
     * @throws CloudException UNAUTHENTICATED for wrong credentials and for a kind that is not taken there; FORBIDDEN for right
     *     ones that do not cover the use, for an account that may not use Basic, and over plain http if the settings say so;
     *     RATE_LIMITED, with reason {@code AccountLocked} after too many failures for the account, without one after too many
     *     from the network; BUSY
     */
    public Identity basic(BasicCredentials credentials, BasicUse use, Client client) {
        return basic.identify(credentials, use, client);
    }

    private CloudException refused(PasswordLogin login, Client client, String why, String message) {
        audit.note(
                Actor.Anonymous.ANONYMOUS,
                "login.refused",
                Map.of("name", LoginName.folded(login.identifier()), "address", client.address(), "why", why));
        return new CloudException(ErrorCode.FORBIDDEN, message);
    }
}
