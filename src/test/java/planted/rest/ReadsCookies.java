package planted.rest;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.CookieParam;

final class ReadsCookies {
    Cookie[] servlet(HttpServletRequest request) {
        return request.getCookies();
    }

    String parameter(@CookieParam("name") String value) {
        return value;
    }
}
