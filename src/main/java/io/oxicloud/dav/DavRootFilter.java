package io.oxicloud.dav;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Says at the root of the application that there is WebDAV below. Windows asks there first, before it signs in, and takes
 * anything but this answer for "no such server here", until it is started again. Office asks for the properties of all
 * folders up to the root, and is content if there is nothing.
 */
final class DavRootFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    private final transient Consumer<HttpServletResponse> capabilities;

    DavRootFilter(Consumer<HttpServletResponse> capabilities) {
        this.capabilities = capabilities;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        boolean root = path.isEmpty() || path.equals("/");
        if (root && request.getMethod().equals("OPTIONS")) {
            capabilities.accept(response);
        } else if (root && request.getMethod().equals("PROPFIND")) {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            response.setContentLength(0);
        } else {
            chain.doFilter(request, response);
        }
    }
}
