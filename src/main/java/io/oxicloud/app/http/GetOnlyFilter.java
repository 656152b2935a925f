package io.oxicloud.app.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;

/**
 * Stands before servlets that can only be looked at: every other method, known or not, is a plain 405 (RFC 9110 section
 * 15.5.6) and not the container's page or 501.
 */
public final class GetOnlyFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final Set<String> ALLOWED = Set.of("GET", "HEAD", "OPTIONS");

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (ALLOWED.contains(request.getMethod())) {
            chain.doFilter(request, response);
        } else {
            response.setHeader("Allow", "GET, HEAD, OPTIONS");
            NothingServlet.send(
                    response,
                    HttpServletResponse.SC_METHOD_NOT_ALLOWED,
                    "405 Method Not Allowed: this address can only be read.");
        }
    }
}
