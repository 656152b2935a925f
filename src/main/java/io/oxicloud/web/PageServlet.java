package io.oxicloud.web;

import io.oxicloud.account.Accounts;
import io.oxicloud.account.CookieHeader;
import io.oxicloud.account.Setup;
import io.oxicloud.account.SignIn;
import io.oxicloud.account.UserView;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the start page, {@code /login} and {@code /setup}. Whoever asks for a page that is not his turn is sent to the
 * one that is: set-up while there is no account, then sign-in, then the start page. No address is taken from the request.
 */
final class PageServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger log = LoggerFactory.getLogger(PageServlet.class);

    private final transient Setup setup;
    private final transient Accounts accounts;
    private final transient SignIn signIn;
    private final boolean drivesByName;

    PageServlet(Setup setup, Accounts accounts, SignIn signIn, boolean drivesByName) {
        this.setup = setup;
        this.accounts = accounts;
        this.signIn = signIn;
        this.drivesByName = drivesByName;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        PageHeaders.set(response);
        try {
            answer(request, response);
        } catch (CloudException e) {
            log.error("web.page_failed code={}", e.code(), e);
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            response.setHeader("Retry-After", "5");
            response.getWriter().write(Pages.unavailable());
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Turn turn = turn(request);
        if (request.getServletPath().equals(turn.path())) {
            response.getWriter().write(turn.page());
        } else {
            response.setStatus(HttpServletResponse.SC_SEE_OTHER);
            response.setHeader(
                    "Location", request.getContextPath() + (turn.path().isEmpty() ? "/" : turn.path()));
        }
    }

    /** The one page that is of use now. */
    private record Turn(String path, String page) {}

    private Turn turn(HttpServletRequest request) {
        if (!setup.status().initialized()) {
            return new Turn("/setup", Pages.setUp());
        }
        Actor.User user = user(request);
        return user == null
                ? new Turn("/login", Pages.signIn())
                : new Turn("", Pages.home(visitor(user), drivesByName));
    }

    private Visitor visitor(Actor.User user) {
        UserView account = accounts.me(user);
        return new Visitor(account.displayName(), user.admin(), user.external());
    }

    private Actor.@Nullable User user(HttpServletRequest request) {
        return CookieHeader.first(Collections.list(request.getHeaders("Cookie")), CookieHeader.ACCESS)
                .map(this::bearer)
                .orElse(null);
    }

    private Actor.@Nullable User bearer(String token) {
        try {
            return signIn.bearer(token).actor();
        } catch (CloudException e) {
            if (e.code() == ErrorCode.UNAUTHENTICATED) {
                return null;
            }
            throw e;
        }
    }
}
