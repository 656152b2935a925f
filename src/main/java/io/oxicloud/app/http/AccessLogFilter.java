package io.oxicloud.app.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line per request on the logger {@code access}. File names and tokens are parts of paths, so the line holds only the
 * beginning of the path; the whole of it is logged at debug.
 */
public final class AccessLogFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger("access");

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        long start = System.nanoTime();
        try {
            chain.doFilter(request, response);
        } finally {
            LOG.info(
                    "request.done method={} path={} status={} ms={} client={}",
                    request.getMethod(),
                    area(request.getRequestURI()
                            .substring(request.getContextPath().length())),
                    response.getStatus(),
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
                    request.getRemoteAddr());
            LOG.debug("request.path uri={}", request.getRequestURI());
        }
    }

    /** {@code /webdav/…} for a file there, {@code /api/auth/…} for a route of the API, a short path as it is. */
    static String area(String path) {
        int end = path.indexOf('/', 1);
        if (end > 0 && path.startsWith("/api/")) {
            end = path.indexOf('/', "/api/".length());
        }
        return end < 0 || end == path.length() - 1 ? path : path.substring(0, end + 1) + "…";
    }
}
