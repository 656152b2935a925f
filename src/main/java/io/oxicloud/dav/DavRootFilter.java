package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.dav.xml.Href;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlOutput;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/**
 * Says at the root of the application that there is WebDAV below. Windows asks there first, before it signs in, and takes
 * anything but this answer for "no such server here", until it is started again; then it wants to see a folder. Office asks
 * for the properties of all folders up to the root.
 */
final class DavRootFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    private final transient Authentication authentication;
    private final transient AllowedMethods allowed;
    private final transient Refusals refusals;

    DavRootFilter(Authentication authentication, AllowedMethods allowed, Refusals refusals) {
        this.authentication = authentication;
        this.allowed = allowed;
        this.refusals = refusals;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        boolean root = path.isEmpty() || path.equals("/");
        if (root && request.getMethod().equals("OPTIONS")) {
            allowed.tell(response, allowed.anywhere());
        } else if (root && request.getMethod().equals("PROPFIND")) {
            show(request, response);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            authentication.require(request);
            List<String> segments = DavPath.parse(request.getContextPath(), "").segments();
            write(response, Href.of(segments, true));
        } catch (CloudException e) {
            refusals.answer(null, response, e);
        }
    }

    /** A folder of which nothing else is known, and nothing in it: whoever wants files has their address. */
    private static void write(HttpServletResponse response, Href root) throws IOException {
        response.setStatus(207);
        response.setContentType(MultistatusWriter.CONTENT_TYPE);
        response.setHeader("Cache-Control", "no-store");
        var writer = new MultistatusWriter(response.getOutputStream(), XmlOutput.SMALL);
        writer.open();
        writer.response(root);
        writer.propstat();
        writer.out().markup("<D:resourcetype><D:collection/></D:resourcetype>");
        writer.endPropstat(200);
        writer.endResponse();
        writer.close();
    }
}
