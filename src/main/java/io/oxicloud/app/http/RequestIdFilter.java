package io.oxicloud.app.http;

import io.oxicloud.base.Ids;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Gives each request a name that stands in every log line about it and in the answer: the one that the caller sent in
 * {@code X-Request-Id} if it is a plain word, else a new one.
 */
public final class RequestIdFilter extends HttpFilter {
    /** Header, and with {@link #KEY} how the log finds it. */
    public static final String HEADER = "X-Request-Id";

    public static final String KEY = "requestId";

    private static final long serialVersionUID = 1L;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]{8,64}");

    private final transient Ids ids;

    public RequestIdFilter(Ids ids) {
        this.ids = ids;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        @Nullable String sent = request.getHeader(HEADER);
        String id = sent != null && PLAIN.matcher(sent).matches()
                ? sent
                : ids.next().toString();
        response.setHeader(HEADER, id);
        MDC.put(KEY, id);
        try {
            chain.doFilter(request, response);
        } finally {
            MDC.remove(KEY);
        }
    }
}
