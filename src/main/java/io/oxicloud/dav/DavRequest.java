package io.oxicloud.dav;

import io.milton.http.AbstractRequest;
import io.milton.http.Auth;
import io.milton.http.Cookie;
import io.milton.http.FileItem;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.http.RequestBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request as Milton's dispatcher and our methods see it. Milton's own parsing of credentials, parameters and multipart
 * bodies is shut off: who calls was decided before, and a body is read by the method that wants it.
 */
final class DavRequest extends AbstractRequest {
    private static final Map<String, Method> MILTONS =
            Arrays.stream(Method.values()).collect(Collectors.toUnmodifiableMap(word -> word.code, word -> word));

    private final HttpServletRequest http;
    private final @Nullable Method method;
    private final Actor actor;
    private final DavTarget target;

    DavRequest(HttpServletRequest http, Actor actor, DavTarget target) {
        this.http = http;
        this.method = MILTONS.get(http.getMethod());
        this.actor = actor;
        this.target = target;
    }

    Actor actor() {
        return actor;
    }

    DavTarget target() {
        return target;
    }

    /** All lines of a list header as one, or null if there is none. */
    @Nullable
    String header(String name) {
        List<String> lines = Collections.list(http.getHeaders(name));
        return lines.isEmpty() ? null : String.join(",", lines);
    }

    /**
     * A header that makes no sense twice.
     *
     * @throws CloudException INVALID_INPUT if it came twice
     */
    @Nullable
    String only(String name) {
        List<String> lines = Collections.list(http.getHeaders(name));
        if (lines.size() > 1) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "there is more than one " + name + " header");
        }
        return lines.isEmpty() ? null : lines.get(0).strip();
    }

    /** The path of the request line, still encoded. */
    String path() {
        return http.getRequestURI();
    }

    /** What all paths begin with. */
    String mount() {
        return http.getContextPath() + http.getServletPath();
    }

    /** The same without the path of the application. */
    String mountInContext() {
        return http.getServletPath();
    }

    /** As the client wrote it, as far as a trusted proxy says so. */
    String serverName() {
        return http.getServerName();
    }

    int serverPort() {
        return http.getServerPort();
    }

    /** As declared; -1 for a body of unknown length. */
    long contentLength() {
        return http.getContentLengthLong();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new RequestBody(http.getInputStream());
    }

    String method() {
        return http.getMethod();
    }

    /** Null for PATCH, which Milton has no word for. */
    @Override
    public @Nullable Method getMethod() {
        return method;
    }

    @Override
    public @Nullable String getRequestHeader(Header header) {
        return http.getHeader(header.code);
    }

    @Override
    public Map<String, String> getHeaders() {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : Collections.list(http.getHeaderNames())) {
            headers.put(name, String.valueOf(header(name)));
        }
        return headers;
    }

    /** Without the path: only Milton's log asks, which is no place for the names of files. */
    @Override
    public String getAbsoluteUrl() {
        return http.getContextPath() + http.getServletPath();
    }

    @Override
    public String getAbsolutePath() {
        return getAbsoluteUrl();
    }

    @Override
    public String getFromAddress() {
        return http.getRemoteAddr();
    }

    @Override
    public String getRemoteAddr() {
        return http.getRemoteAddr();
    }

    @Override
    public @Nullable Auth getAuthorization() {
        return null;
    }

    @Override
    public void setAuthorization(Auth auth) {}

    @Override
    public void parseRequestParameters(Map<String, String> parameters, Map<String, FileItem> files) {}

    @Override
    public @Nullable Cookie getCookie(String name) {
        return null;
    }

    @Override
    public List<Cookie> getCookies() {
        return List.of();
    }
}
