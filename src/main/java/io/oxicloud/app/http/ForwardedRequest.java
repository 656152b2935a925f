package io.oxicloud.app.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;

/** A request as its client sent it, and not as the proxy in front of us passed it on. */
final class ForwardedRequest extends HttpServletRequestWrapper {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final Forwarding forwarding;

    ForwardedRequest(HttpServletRequest request, Forwarding forwarding) {
        super(request);
        this.forwarding = forwarding;
    }

    @Override
    public String getRemoteAddr() {
        return or(forwarding.client(), super.getRemoteAddr());
    }

    @Override
    public String getRemoteHost() {
        return or(forwarding.client(), super.getRemoteHost());
    }

    @Override
    public String getScheme() {
        return or(forwarding.scheme(), super.getScheme());
    }

    @Override
    public boolean isSecure() {
        return forwarding.scheme() == null
                ? super.isSecure()
                : forwarding.scheme().equals("https");
    }

    @Override
    public String getServerName() {
        String host = forwarding.host();
        return host == null ? super.getServerName() : host.substring(0, portColon(host));
    }

    @Override
    public int getServerPort() {
        String host = forwarding.host();
        int colon = host == null ? 0 : portColon(host);
        if (host != null && colon < host.length()) {
            int port = Integer.parseInt(host.substring(colon + 1));
            return port <= Forwarding.LARGEST_PORT ? port : usualPort();
        }
        if (forwarding.port() > 0) {
            return forwarding.port();
        }
        return host == null && forwarding.scheme() == null ? super.getServerPort() : usualPort();
    }

    @Override
    public StringBuffer getRequestURL() {
        var url = new StringBuffer(getScheme()).append("://").append(getServerName());
        if (getServerPort() != usualPort()) {
            url.append(':').append(getServerPort());
        }
        return url.append(getRequestURI());
    }

    private int usualPort() {
        return isSecure() ? HTTPS : HTTP;
    }

    /** Where the port's colon is, or the end. */
    private static int portColon(String host) {
        int colon = host.indexOf(':', host.lastIndexOf(']') + 1);
        return colon < 0 ? host.length() : colon;
    }

    private static String or(@Nullable String said, String otherwise) {
        return said == null ? otherwise : said;
    }
}
