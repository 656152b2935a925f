package io.oxicloud.rest;

import io.oxicloud.account.AppPasswordView;
import io.oxicloud.account.AppPasswords;
import io.oxicloud.account.NewAppPassword;
import io.oxicloud.account.Scope;
import io.oxicloud.base.AppPasswordId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The caller's app passwords: one for each program that cannot sign in like a person. */
@Path("/auth/app-passwords")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class AppPasswordsResource {
    /**
     * @param scopes {@code webdav,caldav,carddav,api}, some of them; the first three if absent
     * @param expiresInDays for ever if absent
     */
    record AppPasswordRequest(
            String label, @Nullable String scopes, @Nullable Integer expiresInDays) {
        AppPasswordRequest {
            Required.field("label", label);
        }

        NewAppPassword wanted() {
            Set<Scope> chosen = scopes == null ? Scope.DAV : Scope.parse(scopes);
            return new NewAppPassword(label, chosen, expiresInDays == null ? null : Duration.ofDays(expiresInDays));
        }
    }

    /** @param password shown here and never again */
    record CreatedDto(
            UUID id,
            String label,
            String password,
            String username,
            String scopes,
            @Nullable Instant expiresAt,
            Instructions instructions) {
        @Override
        public String toString() {
            return "CreatedDto[id=" + id + "]";
        }
    }

    /** How to use it, for a person, by kind of program. */
    record Instructions(String davx5, String thunderbird, String rclone, String curlExample) {
        static Instructions of(String root, String username) {
            return new Instructions(
                    "Log in with URL and user name: " + root + "/, " + username,
                    "New calendar or address book on the network: " + root + "/, user name " + username,
                    "rclone config create oxicloud webdav url " + root + "/webdav/ vendor owncloud user " + username
                            + " pass PASSWORD --obscure",
                    "curl -u " + username + " -T FILE " + root + "/webdav/");
        }
    }

    record AppPasswordDto(
            UUID id,
            String label,
            String prefix,
            String scopes,
            Instant createdAt,
            @Nullable Instant lastUsedAt,
            @Nullable Instant expiresAt,
            boolean active) {
        static AppPasswordDto of(AppPasswordView view) {
            return new AppPasswordDto(
                    view.id().value(),
                    view.label(),
                    view.prefix(),
                    Scope.format(view.scopes()),
                    view.createdAt(),
                    view.lastUsedAt(),
                    view.expiresAt(),
                    view.active());
        }
    }

    record AppPasswordList(List<AppPasswordDto> appPasswords, int total) {
        AppPasswordList {
            appPasswords = List.copyOf(appPasswords);
        }
    }

    record RevokedDto(String status, UUID id) {}

    private final AppPasswords appPasswords;
    private final PublicAddress address;

    AppPasswordsResource(AppPasswords appPasswords, PublicAddress address) {
        this.appPasswords = appPasswords;
        this.address = address;
    }

    @POST
    @Operation(
            value = "Makes an app password; needs a session",
            status = 201,
            session = true,
            failures = {Failure.FORBIDDEN, Failure.CONFLICT})
    public CreatedDto create(
            AppPasswordRequest body, @Context SecurityContext security, @Context HttpServletRequest request) {
        var created = appPasswords.create(Caller.of(security).identity(), body.wanted());
        AppPasswordView view = created.view();
        return new CreatedDto(
                view.id().value(),
                view.label(),
                created.secret().reveal(),
                created.username(),
                Scope.format(view.scopes()),
                view.expiresAt(),
                Instructions.of(address.of(request), created.username()));
    }

    @GET
    @Operation("The caller's app passwords, without their secret part")
    public AppPasswordList list(@Context SecurityContext security) {
        var all = appPasswords.list(Caller.actor(security)).stream()
                .map(AppPasswordDto::of)
                .toList();
        return new AppPasswordList(all, all.size());
    }

    @DELETE
    @Path("/{id}")
    @Operation(value = "Ends an app password at once", failures = Failure.NOT_FOUND)
    public RevokedDto revoke(@PathParam("id") AppPasswordId id, @Context SecurityContext security) {
        appPasswords.revoke(Caller.actor(security), id);
        return new RevokedDto("revoked", id.value());
    }
}
