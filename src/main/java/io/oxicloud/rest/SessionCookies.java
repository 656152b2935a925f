package io.oxicloud.rest;

import io.oxicloud.account.CookieHeader;
import io.oxicloud.account.Signed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The three cookies of a browser session: who it is (not for scripts), how it is prolonged (sent to the sign-in routes
 * only), and the secret that a script repeats in a header to prove that it comes from our pages.
 *
 * <p>Written and read by hand, because the runtime's own writer adds a {@code Version} that no browser knows,
 * and its reader takes the last of several cookies of one name. Thread-safe.
 */
final class SessionCookies {
    static final String ACCESS = CookieHeader.ACCESS;
    static final String REFRESH = "oxicloud_refresh";
    static final String CSRF = "oxicloud_csrf";

    private final CookieSecurity security;
    private final Supplier<UUID> secrets;

    /** @param secrets makes random (version 4) UUIDs */
    SessionCookies(CookieSecurity security, Supplier<UUID> secrets) {
        this.security = security;
        this.secrets = secrets;
    }

    /** @return values of {@code Set-Cookie} */
    List<String> signedIn(HttpServletRequest request, Signed session) {
        return cookies(
                request,
                session.access().reveal(),
                session.refresh().reveal(),
                secrets.get().toString(),
                session.refreshLife().toSeconds());
    }

    static Optional<String> of(ContainerRequestContext request, String name) {
        return CookieHeader.first(request.getHeaders().getOrDefault(HttpHeaders.COOKIE, List.of()), name);
    }

    static Optional<String> of(HttpServletRequest request, String name) {
        return CookieHeader.first(Collections.list(request.getHeaders(HttpHeaders.COOKIE)), name);
    }

    /** @return values of {@code Set-Cookie} that make the browser forget all three */
    List<String> signedOut(HttpServletRequest request) {
        return cookies(request, "", "", "", 0);
    }

    private List<String> cookies(HttpServletRequest request, String access, String refresh, String csrf, long seconds) {
        String context = request.getContextPath();
        String everywhere = context.isEmpty() ? "/" : context;
        String end = "; Max-Age=" + seconds + (security.isSecure(request.isSecure()) ? "; Secure" : "");
        return List.of(
                ACCESS + "=" + access + "; Path=" + everywhere + end + "; HttpOnly; SameSite=Lax",
                REFRESH + "=" + refresh + "; Path=" + context + "/api/auth" + end + "; HttpOnly; SameSite=Strict",
                CSRF + "=" + csrf + "; Path=" + everywhere + end + "; SameSite=Lax");
    }
}
