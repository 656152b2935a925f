package io.oxicloud.account;

import io.oxicloud.account.session.AccessClaims;
import io.oxicloud.account.session.AccessTokens;
import io.oxicloud.account.session.Sessions;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;

/**
 * From an access token to an identity. The token says who and which session; whether both are still good, and what the user
 * may do, is asked anew each time (from memory). Thread-safe.
 */
final class BearerCheck {
    private final AccessTokens tokens;
    private final Sessions sessions;
    private final Directory directory;

    BearerCheck(AccessTokens tokens, Sessions sessions, Directory directory) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.directory = directory;
    }

    Identity identify(String jwt) {
        AccessClaims claims = tokens.verify(jwt).orElseThrow(BearerCheck::invalid);
        UserFlags flags = directory.flags(claims.user());
        if (!flags.active() || !sessions.isLive(claims.session(), claims.user())) {
            throw invalid();
        }
        var actor = new Actor.User(claims.user(), flags.admin(), flags.external());
        return new Identity(actor, Scope.ALL, Via.SESSION, claims.session());
    }

    private static CloudException invalid() {
        return new CloudException(ErrorCode.UNAUTHENTICATED, "Token expired or invalid");
    }
}
