package io.oxicloud.dav;

import io.oxicloud.access.Access;
import io.oxicloud.account.Accounts;
import io.oxicloud.account.BasicUse;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.dav.property.PropertyQuery;
import io.oxicloud.dav.xml.Href;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlBody;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.http.RequestBody;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Who somebody is, at the address that {@code DAV:current-user-principal} names (RFC 3744 section 4, RFC 5397). Everybody finds
 * himself here and nobody else. To be mapped to {@code /caldav/principals/*}.
 */
final class PrincipalServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final List<String> METHODS = List.of("OPTIONS", "PROPFIND");

    private final transient Authentication authentication;
    private final transient Accounts accounts;
    private final transient Refusals refusals;

    PrincipalServlet(Authentication authentication, Accounts accounts, Places places, Hrefs hrefs) {
        this.authentication = authentication;
        this.accounts = accounts;
        refusals = new Refusals(new AllowedMethods(METHODS, places), hrefs);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            switch (request.getMethod()) {
                case "OPTIONS" -> {
                    response.setHeader("Allow", String.join(", ", METHODS));
                    response.setHeader("DAV", "1, 3");
                    response.setContentLength(0);
                }
                case "PROPFIND" -> show(request, response);
                default -> throw new CloudException(ErrorCode.NOT_ALLOWED_HERE, "this method is not supported");
            }
        } catch (CloudException e) {
            refusals.answer(null, response, e);
        } catch (RuntimeException e) {
            refusals.answerFault(response, e);
        }
    }

    private void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Actor.User self = authentication.require(request, BasicUse.CALDAV);
        PropertyQuery query = query(request);
        List<String> asked =
                DavPath.parse(request.getRequestURI(), mount(request)).segments();
        if (!asked.equals(List.of(self.id().toString()))) {
            throw Access.absent();
        }
        List<String> names = new ArrayList<>(DavPath.parse(mount(request), "").segments());
        names.addAll(asked);
        var principal = new Principal(Href.of(names, true), accounts.me(self).displayName());
        response.setStatus(207);
        response.setContentType(MultistatusWriter.CONTENT_TYPE);
        response.setHeader("Cache-Control", "private, no-cache");
        principal.write(new MultistatusWriter(response.getOutputStream(), XmlOutput.SMALL), query);
    }

    private static PropertyQuery query(HttpServletRequest request) throws IOException {
        if (Depth.of(request.getHeader("Depth"), Depth.ZERO, Depth.ONE, Depth.INFINITY) == Depth.INFINITY) {
            throw Refusal.PROPFIND_FINITE_DEPTH.because("there is nothing below");
        }
        try (InputStream body = new RequestBody(request.getInputStream())) {
            return PropertyQuery.parse(XmlBody.read(body));
        }
    }

    private static String mount(HttpServletRequest request) {
        return request.getContextPath() + request.getServletPath();
    }
}
