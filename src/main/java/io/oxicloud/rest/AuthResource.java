package io.oxicloud.rest;

import io.oxicloud.account.AccountStatus;
import io.oxicloud.account.Accounts;
import io.oxicloud.account.PasswordLogin;
import io.oxicloud.account.Setup;
import io.oxicloud.account.SignIn;
import io.oxicloud.account.Signed;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import org.jspecify.annotations.Nullable;

/** Signing in and out, and who one is. */
@Path("/auth")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class AuthResource {
    /** @param registrationAllowed whether people can make accounts for themselves */
    record StatusDto(boolean initialized, long adminCount, boolean registrationAllowed) {}

    /** @param username or the e-mail address */
    record LoginRequest(String username, Secret password) {
        LoginRequest {
            Required.field("username", username);
            Required.field("password", password);
        }
    }

    /** @param refreshToken absent if the cookie has it */
    record TokenRequest(@Nullable Secret refreshToken) {}

    /**
     * A session.
     *
     * @param expiresIn seconds for which the refresh token is good; the name is kept for older clients
     * @param accessExpiresIn seconds for which the access token is good
     */
    record SessionDto(
            UserDto user,
            String accessToken,
            String refreshToken,
            String tokenType,
            long expiresIn,
            long accessExpiresIn) {
        static SessionDto of(Signed session, UserDto user) {
            return new SessionDto(
                    user,
                    session.access().reveal(),
                    session.refresh().reveal(),
                    "Bearer",
                    session.refreshLife().toSeconds(),
                    session.accessLife().toSeconds());
        }

        @Override
        public String toString() {
            return "SessionDto[user=" + user.id() + "]";
        }
    }

    private final Setup setup;
    private final Accounts accounts;
    private final SignIn signIn;
    private final UserFigures figures;
    private final SessionCookies cookies;

    AuthResource(Setup setup, Accounts accounts, SignIn signIn, UserFigures figures, SessionCookies cookies) {
        this.setup = setup;
        this.accounts = accounts;
        this.signIn = signIn;
        this.figures = figures;
        this.cookies = cookies;
    }

    @GET
    @Path("/status")
    @Public
    @Operation("Whether the server has been set up")
    public StatusDto status() {
        AccountStatus status = setup.status();
        return new StatusDto(status.initialized(), status.adminCount(), false); // no route registers anybody yet
    }

    @POST
    @Path("/login")
    @Public
    @Operation(
            value = "Opens a session, as tokens and as cookies",
            body = SessionDto.class,
            failures = {Failure.FORBIDDEN, Failure.TOO_MANY_REQUESTS})
    public Response login(LoginRequest body, @Context HttpServletRequest request) {
        var login = new PasswordLogin(body.username(), body.password());
        return opened(signIn.login(login, Clients.of(request)), request);
    }

    @POST
    @Path("/refresh")
    @Public
    @Operation(
            value = "Renews a session; the refresh token is good once",
            body = SessionDto.class,
            failures = {Failure.UNAUTHORIZED, Failure.FORBIDDEN, Failure.TOO_MANY_REQUESTS})
    public Response refresh(@OptionalBody @Nullable TokenRequest body, @Context HttpServletRequest request) {
        Secret token = token(body, request);
        if (token == null) {
            throw new CloudException(ErrorCode.UNAUTHENTICATED, "refresh_token must be given, or its cookie");
        }
        return opened(signIn.refresh(token.reveal(), Clients.of(request)), request);
    }

    @POST
    @Path("/logout")
    @Operation(value = "Ends the session and clears its cookies", failures = Failure.FORBIDDEN)
    public Response logout(
            @OptionalBody @Nullable TokenRequest body,
            @Context SecurityContext security,
            @Context HttpServletRequest request) {
        Secret token = token(body, request);
        signIn.logout(Caller.of(security).identity(), token == null ? null : token.reveal());
        var response = Response.ok();
        cookies.signedOut(request).forEach(value -> response.header(HttpHeaders.SET_COOKIE, value));
        return response.build();
    }

    @GET
    @Path("/me")
    @Operation("The account of the caller")
    public UserDto me(@Context SecurityContext security) {
        return figures.of(accounts.me(Caller.actor(security)));
    }

    private Response opened(Signed session, HttpServletRequest request) {
        var response = Response.ok(SessionDto.of(session, figures.of(session.user())));
        cookies.signedIn(request, session).forEach(value -> response.header(HttpHeaders.SET_COOKIE, value));
        return response.build();
    }

    private static @Nullable Secret token(@Nullable TokenRequest body, HttpServletRequest request) {
        if (body != null && body.refreshToken() != null) {
            return body.refreshToken();
        }
        return SessionCookies.of(request, SessionCookies.REFRESH)
                .map(Secret::new)
                .orElse(null);
    }
}
