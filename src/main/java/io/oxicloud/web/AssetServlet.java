package io.oxicloud.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serves the static files below {@code /assets/}, alike in every container: WildFly's own servlet knows no ETag.
 *
 * <p>The files are read once and kept in memory; browsers ask each time and get a 304, so that an upgrade shows at once.
 */
final class AssetServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String FOLDER = "/assets/";

    private transient Map<String, Asset> assets = Map.of();

    @Override
    public void init() throws ServletException {
        var found = new HashMap<String, Asset>();
        collect(FOLDER, found);
        assets = Map.copyOf(found);
    }

    private void collect(String folder, Map<String, Asset> found) throws ServletException {
        Set<String> paths = getServletContext().getResourcePaths(folder);
        for (String path : paths == null ? Set.<String>of() : paths) {
            if (path.endsWith("/")) {
                collect(path, found);
            } else {
                found.put(path, read(path));
            }
        }
    }

    private Asset read(String path) throws ServletException {
        try (InputStream in = getServletContext().getResourceAsStream(path)) {
            if (in == null) {
                throw new UnavailableException("the deployment has lost " + path);
            }
            return Asset.of(path, in.readAllBytes());
        } catch (IOException e) {
            throw new ServletException("cannot read " + path, e);
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Asset asset = assets.get(path(request));
        if (asset == null) {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        response.setHeader("ETag", asset.etag());
        response.setHeader("Cache-Control", "no-cache");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Content-Security-Policy", PageHeaders.POLICY);
        if (isFresh(request.getHeader("If-None-Match"), asset.etag())) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setContentType(asset.type());
        response.setContentLength(asset.size());
        asset.writeTo(response.getOutputStream());
    }

    /** The raw path: containers decode differently, and no file here has a name that needs it. */
    private static String path(HttpServletRequest request) {
        return request.getRequestURI().substring(request.getContextPath().length());
    }

    private static boolean isFresh(@Nullable String known, String etag) {
        return known != null
                && Arrays.stream(known.split(","))
                        .map(String::strip)
                        .anyMatch(tag ->
                                tag.equals("*") || tag.replaceFirst("^W/", "").equals(etag));
    }
}
