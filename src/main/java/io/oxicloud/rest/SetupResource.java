package io.oxicloud.rest;

import io.oxicloud.account.NewUser;
import io.oxicloud.account.Setup;
import io.oxicloud.base.Secret;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import org.jspecify.annotations.Nullable;

/** The first start: makes the first administrator, once for ever. */
@Path("/setup")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class SetupResource {
    /** @param setupToken may stand in the header {@code X-Setup-Token} instead */
    record SetupRequest(
            String username,
            String email,
            Secret password,
            @Nullable Secret setupToken) {
        SetupRequest {
            Required.field("username", username);
            Required.field("email", email);
            Required.field("password", password);
        }
    }

    private final Setup setup;
    private final SetupGate gate;
    private final UserFigures figures;

    SetupResource(Setup setup, SetupGate gate, UserFigures figures) {
        this.setup = setup;
        this.gate = gate;
        this.figures = figures;
    }

    @POST
    @Public
    @Operation(
            value = "Makes the first administrator; needs the set-up token unless it comes from the server itself",
            status = 201,
            failures = {Failure.FORBIDDEN, Failure.TOO_MANY_REQUESTS})
    public UserDto setUp(
            SetupRequest body,
            @HeaderParam(SetupGate.TOKEN_HEADER) @Nullable String header,
            @Context HttpServletRequest request) {
        Secret token = header == null ? body.setupToken() : new Secret(header);
        var first = NewUser.of(body.username(), body.email(), body.password());
        return figures.of(setup.setUp(first, gate.proof(request, token), Clients.of(request)));
    }
}
