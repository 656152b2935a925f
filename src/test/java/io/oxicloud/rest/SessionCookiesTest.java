package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.servlet.FilterChain;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionCookiesTest {
    /** Sets the cookies of the end of a session. */
    private static final class Clears extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private final transient SessionCookies cookies;

        Clears(CookieSecurity security) {
            this.cookies = new SessionCookies(security, UUID::randomUUID);
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            cookies.signedOut(request).forEach(cookie -> response.addHeader("Set-Cookie", cookie));
        }
    }

    /** Says of each request that it came over https, as a filter does that believes a proxy. */
    private static final class Secured extends HttpFilter {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            var secured = new HttpServletRequestWrapper(request) {
                @Override
                public boolean isSecure() {
                    return true;
                }
            };
            chain.doFilter(secured, response);
        }
    }

    private static String cookiesOf(CookieSecurity security, boolean https) {
        Map<String, Servlet> servlets = Map.of("/", new Clears(security));
        try (var server = https ? EdgeServer.start("", servlets, new Secured()) : EdgeServer.start("", servlets)) {
            return String.join("\n", server.get("/").headers().allValues("Set-Cookie"));
        }
    }

    @ParameterizedTest
    @CsvSource({"AUTO, false, false", "AUTO, true, true", "TRUE, false, true", "FALSE, true, false"})
    void cookiesAreSecureAsTheSettingOrTheRequestSays(CookieSecurity security, boolean https, boolean secure) {
        String mark = secure ? "; Secure" : "";

        assertEquals(
                "oxicloud_access=; Path=/; Max-Age=0" + mark + "; HttpOnly; SameSite=Lax\n"
                        + "oxicloud_refresh=; Path=/api/auth; Max-Age=0" + mark + "; HttpOnly; SameSite=Strict\n"
                        + "oxicloud_csrf=; Path=/; Max-Age=0" + mark + "; SameSite=Lax",
                cookiesOf(security, https));
    }
}
