package io.oxicloud.app.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what no edge has answered: a fault of ours becomes a 500 that names nothing but the request id, and one log entry.
 * A response that has begun cannot be taken back: it is cut off, so that nobody takes it for whole.
 */
public final class LastResortFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(LastResortFilter.class);

    @Override
    @SuppressWarnings("CatchAndPrintStackTrace") // the outermost edge: whatever arrives here is logged and ends
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (IOException e) {
            // Reading from or writing to the client: a broken connection, and nothing to tell anybody.
            LOG.debug("request.cut", e);
            throw new CutOff();
        } catch (ServletException | RuntimeException | LinkageError | StackOverflowError e) {
            LOG.error("request.failed method={}", request.getMethod(), e);
            if (response.isCommitted()) {
                throw new CutOff();
            }
            answer(response);
        }
    }

    private static void answer(HttpServletResponse response) throws IOException {
        @Nullable String id = response.getHeader(RequestIdFilter.HEADER);
        response.resetBuffer();
        response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        String body = "{\"status\":\"500 Internal Server Error\",\"error\":\"Internal Error\","
                + "\"message\":\"An internal error occurred; the log has it under request " + id
                + "\",\"error_type\":\"Internal Error\"}";
        response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }

    /** Makes the container close the connection; it has no stack trace, since the cause has been logged. */
    private static final class CutOff extends IOException {
        private static final long serialVersionUID = 1L;

        CutOff() {
            super("response cut off");
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // does nothing
        public Throwable fillInStackTrace() {
            return this;
        }
    }
}
