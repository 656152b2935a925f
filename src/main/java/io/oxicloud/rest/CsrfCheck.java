package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;

/**
 * Double submit: a change asked for under a session cookie must repeat the readable cookie in a header, which a page
 * of another origin can neither read nor send. Other credentials are not sent by a browser on its own and need none.
 */
final class CsrfCheck implements ContainerRequestFilter {
    static final String HEADER = "X-CSRF-Token";
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    @Override
    public void filter(ContainerRequestContext request) {
        if (guards(request.getMethod())
                && Caller.of(request.getSecurityContext()).channel() == Caller.Channel.COOKIE
                && !isRepeated(request)) {
            throw new CloudException(ErrorCode.FORBIDDEN, "CSRF token missing or invalid");
        }
    }

    static boolean guards(String method) {
        return !SAFE.contains(method);
    }

    private static boolean isRepeated(ContainerRequestContext request) {
        String header = request.getHeaderString(HEADER);
        return header != null
                && SessionCookies.of(request, SessionCookies.CSRF)
                        .filter(cookie -> MessageDigest.isEqual(
                                header.getBytes(StandardCharsets.UTF_8), cookie.getBytes(StandardCharsets.UTF_8)))
                        .isPresent();
    }
}
