package io.oxicloud.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Sends calendar and contact programs from the well-known addresses (RFC 6764 section 5) to the services. */
final class WellKnownServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    /** Every method: clients ask with PROPFIND, others with GET. */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) {
        String service = request.getServletPath().endsWith("/carddav") ? "/carddav/" : "/caldav/";
        response.setStatus(HttpServletResponse.SC_MOVED_PERMANENTLY);
        response.setHeader("Location", request.getContextPath() + service);
    }
}
