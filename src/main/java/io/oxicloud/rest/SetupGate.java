package io.oxicloud.rest;

import io.oxicloud.account.SetupProof;
import io.oxicloud.base.Secret;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether somebody who sets the system up is at this very machine, and else asks for the token.
 *
 * <p>At this machine: the server listens on the loopback address only, the request came from there, no proxy forwarded
 * it, and a browser took it to be for this machine, by address and by the page it comes from. The last stops a page of
 * another origin whose name was made to resolve to 127.0.0.1 (DNS rebinding).
 */
final class SetupGate {
    static final String TOKEN_HEADER = "X-Setup-Token";

    private static final Pattern LOOPBACK_HOST =
            Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[?(::1|0:0:0:0:0:0:0:1)]?");
    private static final List<String> FORWARDING = List.of("forwarded", "x-real-ip", "via", "x-original-host");

    private final boolean boundToLoopback;

    SetupGate(boolean boundToLoopback) {
        this.boundToLoopback = boundToLoopback;
    }

    SetupProof proof(HttpServletRequest request, @Nullable Secret token) {
        return isLocal(request) ? SetupProof.Local.LOCAL : new SetupProof.Token(token);
    }

    private boolean isLocal(HttpServletRequest request) {
        return boundToLoopback
                && isLoopback(request.getRemoteAddr())
                && isLoopback(request.getServerName())
                && isOwnPage(request.getHeader("Origin"))
                && Collections.list(request.getHeaderNames()).stream().noneMatch(SetupGate::isForwarding);
    }

    private static boolean isForwarding(String header) {
        String name = header.toLowerCase(Locale.ROOT);
        return name.startsWith("x-forwarded") || FORWARDING.contains(name);
    }

    private static boolean isLoopback(@Nullable String host) {
        return host != null
                && LOOPBACK_HOST.matcher(host.toLowerCase(Locale.ROOT)).matches();
    }

    /** No origin: not a browser, or a plain GET; neither can be made to do this by a foreign page. */
    private static boolean isOwnPage(@Nullable String origin) {
        if (origin == null) {
            return true;
        }
        try {
            return isLoopback(URI.create(origin).getHost());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
