package io.oxicloud.dav;

import io.milton.http.AbstractResponse;
import io.milton.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An answer as Milton's dispatcher and our methods see it. Knows every status, and sets headers instead of adding them. */
final class DavResponse extends AbstractResponse {
    private final HttpServletResponse http;

    DavResponse(HttpServletResponse http) {
        this.http = http;
    }

    /** Milton's enumeration lacks some. */
    void status(int code) {
        http.setStatus(code);
    }

    void header(String name, String value) {
        http.setHeader(name, value);
    }

    void contentLength(long bytes) {
        contentLength = bytes;
        http.setContentLengthLong(bytes);
    }

    @Override
    public void setContentLengthHeader(@Nullable Long bytes) {
        if (bytes != null) {
            contentLength(bytes);
        }
    }

    @Override
    public @Nullable Status getStatus() {
        return Status.fromCode(http.getStatus());
    }

    @Override
    public void setStatus(Status status) {
        http.setStatus(status.code);
    }

    @Override
    public Map<String, String> getHeaders() {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : http.getHeaderNames()) {
            headers.put(name, String.valueOf(http.getHeader(name)));
        }
        return headers;
    }

    @Override
    public void setNonStandardHeader(String name, String value) {
        http.setHeader(name, value);
    }

    @Override
    public @Nullable String getNonStandardHeader(String name) {
        return http.getHeader(name);
    }

    @Override
    public void setAuthenticateHeader(List<String> challenges) {
        challenges.forEach(challenge -> http.addHeader("WWW-Authenticate", challenge));
    }

    @Override
    public OutputStream getOutputStream() {
        try {
            return http.getOutputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The container does that when the request is done. */
    @Override
    public void close() {}

    @Override
    public void sendError(Status status, String message) {
        throw new UnsupportedOperationException("failures are answered by Refusals");
    }

    @Override
    public Cookie setCookie(Cookie cookie) {
        throw new UnsupportedOperationException("no cookies on this surface");
    }

    @Override
    public Cookie setCookie(String name, String value) {
        throw new UnsupportedOperationException("no cookies on this surface");
    }
}
