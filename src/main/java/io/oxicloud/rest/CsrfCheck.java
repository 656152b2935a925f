package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Cookie;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
                && !matches(
                        request.getHeaderString(HEADER), request.getCookies().get(SessionCookies.CSRF))) {
            throw new CloudException(ErrorCode.FORBIDDEN, "CSRF token missing or invalid");
        }
    }

    static boolean guards(String method) {
        return !SAFE.contains(method);
    }

    private static boolean matches(@Nullable String header, @Nullable Cookie cookie) {
        return header != null
                && cookie != null
                && !header.isEmpty()
                && MessageDigest.isEqual(
                        header.getBytes(StandardCharsets.UTF_8),
                        cookie.getValue().getBytes(StandardCharsets.UTF_8));
    }
}
