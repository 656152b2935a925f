package io.oxicloud.app.http;

import io.oxicloud.app.settings.AddressBlocks;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Believes the forwarding headers of the proxies that the administrator named, and of nobody else. */
public final class TrustedProxyFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    private final transient AddressBlocks trusted;

    public TrustedProxyFilter(AddressBlocks trusted) {
        this.trusted = trusted;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest seen = trusted.contains(request.getRemoteAddr())
                ? new ForwardedRequest(request, Forwarding.read(request, trusted))
                : request;
        chain.doFilter(seen, response);
    }
}
