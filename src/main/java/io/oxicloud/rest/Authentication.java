package io.oxicloud.rest;

import io.oxicloud.account.BasicCredentials;
import io.oxicloud.account.BasicUse;
import io.oxicloud.account.Client;
import io.oxicloud.account.SignIn;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;

/**
 * Finds out who sends a request. An {@code Authorization} header decides alone: if it is not good, a cookie does not help.
 * A cookie that is no good any more is as good as none. Thread-safe.
 */
final class Authentication implements ContainerRequestFilter {
    private static final String BEARER = "Bearer ";

    private final SignIn signIn;
    private final BasicUse basicUse;

    /** @param basicUse what Basic credentials must be good for on the routes behind this filter */
    Authentication(SignIn signIn, BasicUse basicUse) {
        this.signIn = signIn;
        this.basicUse = basicUse;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getMethod().equals("OPTIONS")) {
            return; // answers with the methods, which /api/openapi.json tells anybody
        }
        String header = request.getHeaderString(HttpHeaders.AUTHORIZATION);
        Caller caller = header == null ? byCookie(request) : byHeader(header, Clients.of(request));
        request.setSecurityContext(new CallerContext(caller, request.getSecurityContext()));
    }

    private Caller byHeader(String header, Client client) {
        if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return new Caller(signIn.bearer(header.substring(BEARER.length()).strip()), Caller.Channel.BEARER);
        }
        if (BasicCredentials.isBasic(header)) {
            return new Caller(signIn.basic(BasicCredentials.parse(header), basicUse, client), Caller.Channel.BASIC);
        }
        throw new CloudException(ErrorCode.UNAUTHENTICATED, "Authorization must be Bearer or Basic");
    }

    private Caller byCookie(ContainerRequestContext request) {
        String token = SessionCookies.of(request, SessionCookies.ACCESS).orElseThrow(Authentication::signInFirst);
        try {
            return new Caller(signIn.bearer(token), Caller.Channel.COOKIE);
        } catch (CloudException e) {
            throw e.code() == ErrorCode.UNAUTHENTICATED ? signInFirst() : e;
        }
    }

    private static CloudException signInFirst() {
        return new CloudException(ErrorCode.UNAUTHENTICATED, "Authentication required");
    }
}
