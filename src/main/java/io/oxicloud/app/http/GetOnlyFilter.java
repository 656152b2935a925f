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
 * 15.5.6) and not the container's page or 501. But for WebDAV there is nothing here.
 */
public final class GetOnlyFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final Set<String> ALLOWED = Set.of("GET", "HEAD", "OPTIONS");

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (ALLOWED.contains(request.getMethod())) {
            chain.doFilter(request, response);
        } else if (request.getMethod().equals("PROPFIND")) {
            // Windows asks for each folder above the one it is given, and goes on where there is none
            NothingServlet.send(
                    response, HttpServletResponse.SC_NOT_FOUND, "404 Not Found: there is no folder at this address.");
        } else {
            response.setHeader("Allow", "GET, HEAD, OPTIONS");
            NothingServlet.send(
                    response,
                    HttpServletResponse.SC_METHOD_NOT_ALLOWED,
                    "405 Method Not Allowed: this address can only be read.");
        }
    }
}
