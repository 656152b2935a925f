package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers failures: status, the headers that go with it, and one line of text for a person. */
final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);
    private static final Duration SOON = Duration.ofSeconds(5);

    private final String allow;

    Refusals(List<String> methods) {
        allow = String.join(", ", methods);
    }

    void answer(HttpServletResponse response, CloudException refused) throws IOException {
        log(refused);
        ErrorCode code = refused.code();
        int status = Statuses.of(code);
        if (code == ErrorCode.UNAUTHENTICATED) {
            response.setHeader("WWW-Authenticate", "Basic realm=\"OxiCloud\", charset=\"UTF-8\"");
        }
        if (status == HttpServletResponse.SC_METHOD_NOT_ALLOWED) {
            response.setHeader("Allow", allow);
        }
        Duration retryAfter = refused.retryAfter();
        if (retryAfter != null || status == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
            Duration delay = retryAfter == null ? SOON : retryAfter;
            response.setHeader("Retry-After", Long.toString(Math.max(1, delay.toSeconds())));
        }
        text(response, status, refused.message());
    }

    /** A fault of the program; what it is goes to the log only. */
    void answerFault(HttpServletResponse response, RuntimeException fault) throws IOException {
        LOG.error("dav.fault", fault);
        text(response, HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "internal error");
    }

    private static void text(HttpServletResponse response, int status, String message) throws IOException {
        byte[] body = (message + "\n").getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/plain;charset=utf-8");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private static void log(CloudException refused) {
        switch (refused.code().kind()) {
            case FAULT -> LOG.error("dav.failed code={}", refused.code(), refused);
            case LIMIT -> LOG.warn("dav.limited code={} message={}", refused.code(), refused.message());
            case CALLER, CONFLICT -> LOG.debug("dav.refused code={} message={}", refused.code(), refused.message());
        }
    }
}
