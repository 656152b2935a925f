package io.oxicloud.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The address under which people see this deployment: as the settings say, else as the client of a request wrote it. */
final class PublicAddress {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final @Nullable URI setting;

    PublicAddress(@Nullable URI setting) {
        this.setting = setting;
    }

    /** Without a slash at its end. */
    String of(HttpServletRequest request) {
        if (setting != null) {
            return setting.toString().replaceFirst("/+$", "");
        }
        int port = request.getServerPort();
        boolean usual = port <= 0 || port == (request.isSecure() ? HTTPS : HTTP);
        return (request.isSecure() ? "https://" : "http://")
                + request.getServerName()
                + (usual ? "" : ":" + port)
                + request.getContextPath();
    }
}
