package io.oxicloud.web;

import jakarta.servlet.http.HttpServletResponse;

/** What every page tells the browser: run and load nothing but our own files, keep nothing, be framed by nobody. */
final class PageHeaders {
    /** The Content-Security-Policy of pages, and of scripts, for in a worker the one of its own script counts. */
    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private PageHeaders() {}

    static void set(HttpServletResponse response) {
        response.setContentType("text/html;charset=UTF-8");
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    }
}
