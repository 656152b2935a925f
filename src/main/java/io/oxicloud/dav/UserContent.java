package io.oxicloud.dav;

/**
 * Headers under which a browser can do nothing with what users have stored but save it: their HTML, SVG or XML must not run
 * as ours.
 */
final class UserContent {
    static void protect(DavResponse response) {
        response.header("X-Content-Type-Options", "nosniff");
        response.header("Content-Security-Policy", "sandbox; default-src 'none'");
        response.header("Content-Disposition", "attachment");
        response.header("Cache-Control", "private, no-cache");
    }

    private UserContent() {}
}
