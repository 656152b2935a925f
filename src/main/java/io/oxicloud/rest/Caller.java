package io.oxicloud.rest;

import io.oxicloud.account.Identity;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;

/**
 * Who sent a request that got past {@link Authentication}.
 *
 * @param channel how the credential came, which decides about {@link CsrfCheck}
 */
public record Caller(Identity identity, Channel channel) implements Principal {
    public enum Channel {
        BEARER,
        BASIC,
        COOKIE
    }

    /** @throws CloudException UNAUTHENTICATED on a public route, where nobody was asked */
    public static Caller of(SecurityContext security) {
        if (security.getUserPrincipal() instanceof Caller caller) {
            return caller;
        }
        throw new CloudException(ErrorCode.UNAUTHENTICATED, "sign in first");
    }

    /** @throws CloudException UNAUTHENTICATED on a public route */
    public static Actor.User actor(SecurityContext security) {
        return of(security).actor();
    }

    public Actor.User actor() {
        return identity.actor();
    }

    @Override
    public String getName() {
        return actor().id().toString();
    }
}
