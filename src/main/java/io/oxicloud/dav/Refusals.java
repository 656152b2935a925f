package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers failures: status, the headers that go with it, and one line of text for a person; in XML where the protocol has a
 * name for what is wrong.
 */
final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);
    private static final Duration SOON = Duration.ofSeconds(5);

    private final AllowedMethods allowed;
    private final Hrefs hrefs;

    Refusals(AllowedMethods allowed, Hrefs hrefs) {
        this.allowed = allowed;
        this.hrefs = hrefs;
    }

    /** @param request null if it was refused before it was understood */
    void answer(@Nullable DavRequest request, HttpServletResponse response, CloudException refused) throws IOException {
        log(refused);
        ErrorCode code = refused.code();
        int status = Statuses.of(refused);
        if (code == ErrorCode.UNAUTHENTICATED) {
            response.setHeader("WWW-Authenticate", "Basic realm=\"OxiCloud\", charset=\"UTF-8\"");
        }
        if (status == HttpServletResponse.SC_METHOD_NOT_ALLOWED) {
            response.setHeader("Allow", allowed.at(request));
        }
        Duration retryAfter = refused.retryAfter();
        if (retryAfter != null || status == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
            Duration delay = retryAfter == null ? SOON : retryAfter;
            response.setHeader("Retry-After", Long.toString(Math.max(1, delay.toSeconds())));
        }
        Refusal named = Refusal.named(refused);
        String element = named == null ? null : named.element();
        if (element == null) {
            text(response, status, refused.message());
        } else {
            send(response, status, "application/xml;charset=utf-8", xml(element, inTheWay(request, refused), refused));
        }
    }

    private @Nullable String inTheWay(@Nullable DavRequest request, CloudException refused) {
        NodeId node = refused.node();
        return request == null || node == null ? null : hrefs.of(request, node);
    }

    private static String xml(String element, @Nullable String href, CloudException refused) {
        String inside = href == null ? "" : "<D:href>" + href + "</D:href>";
        return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:error xmlns:D=\"DAV:\"><D:" + element + ">" + inside
                + "</D:"
                + element + "><D:responsedescription>" + escaped(refused.message())
                + "</D:responsedescription></D:error>\n";
    }

    /** What XML cannot carry in any spelling, in a message that quotes the client, becomes a question mark. */
    private static String escaped(String text) {
        return text.replaceAll("[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }

    /** A fault of the program; what it is goes to the log only. */
    void answerFault(HttpServletResponse response, RuntimeException fault) throws IOException {
        LOG.error("dav.fault", fault);
        text(response, HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "internal error");
    }

    private static void text(HttpServletResponse response, int status, String message) throws IOException {
        send(response, status, "text/plain;charset=utf-8", message + "\n");
    }

    private static void send(HttpServletResponse response, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType(type);
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
