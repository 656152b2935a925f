package io.oxicloud.dav;

import io.oxicloud.account.BasicCredentials;
import io.oxicloud.account.BasicUse;
import io.oxicloud.account.Client;
import io.oxicloud.account.CookieHeader;
import io.oxicloud.account.Identity;
import io.oxicloud.account.SignIn;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;

/** Who sends a request: by access token, by Basic credentials, or by the cookie of a signed-in browser, in this order. */
final class Authentication {
    private static final String BEARER = "Bearer ";

    private final SignIn signIn;

    Authentication(SignIn signIn) {
        this.signIn = signIn;
    }

    /**
     * For files.
     *
     * @throws CloudException UNAUTHENTICATED without credentials that count; FORBIDDEN if they are not meant for this, or the
     *     user is external
     */
    Actor.User require(HttpServletRequest request) {
        return require(request, BasicUse.WEBDAV);
    }

    /** @throws CloudException as {@link #require(HttpServletRequest)} */
    Actor.User require(HttpServletRequest request, BasicUse use) {
        Identity identity = identify(request, use);
        if (!identity.scopes().contains(use.scope())) {
            throw new CloudException(ErrorCode.FORBIDDEN, "these credentials are not for this");
        }
        if (identity.actor().external()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "guests use the web pages");
        }
        return identity.actor();
    }

    private Identity identify(HttpServletRequest request, BasicUse use) {
        String header = request.getHeader("Authorization");
        if (header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return signIn.bearer(header.substring(BEARER.length()).strip());
        }
        if (header != null && BasicCredentials.isBasic(header)) {
            var client = new Client(request.getRemoteAddr(), request.getHeader("User-Agent"), request.isSecure());
            return signIn.basic(BasicCredentials.parse(header), use, client);
        }
        return CookieHeader.first(Collections.list(request.getHeaders("Cookie")), CookieHeader.ACCESS)
                .map(signIn::bearer)
                .orElseThrow(() -> new CloudException(ErrorCode.UNAUTHENTICATED, "sign in first"));
    }
}
