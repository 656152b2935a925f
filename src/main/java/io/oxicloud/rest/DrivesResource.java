package io.oxicloud.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.drive.Drives;
import io.oxicloud.drive.NewDrive;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServerErrorException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Drives. */
@Path("/drives")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class DrivesResource {
    /** @param kind {@code shared}; personal drives come with their user */
    record DriveRequest(
            String kind,
            String name,
            SubjectDto owner,
            @Nullable Long quotaBytes) {
        DriveRequest {
            Required.field("kind", kind);
            Required.field("name", name);
            Required.field("owner", owner);
        }
    }

    /** @param quotaBytes must be there; null for no limit */
    record QuotaRequest(
            @JsonProperty(required = true) @Nullable Long quotaBytes) {}

    private final Drives drives;

    DrivesResource(Drives drives) {
        this.drives = drives;
    }

    @GET
    @Operation("The drives that the caller can read, the own one first")
    public List<DriveDto> list(@Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        var used = drives.used(actor);
        return drives.readable(actor).stream()
                .map(drive -> DriveDto.of(drive, used.getOrDefault(drive.id(), 0L)))
                .toList();
    }

    @POST
    @Operation(
            value = "Makes a shared drive; for administrators",
            status = 201,
            failures = {Failure.FORBIDDEN, Failure.NOT_IMPLEMENTED})
    public DriveDto create(DriveRequest body, @Context SecurityContext security) {
        requireShared(body.kind());
        var wanted = new NewDrive(body.name(), body.owner().subject(), body.quotaBytes());
        return DriveDto.of(drives.createShared(Caller.actor(security), wanted));
    }

    private static void requireShared(String kind) {
        switch (kind) {
            case "shared" -> {}
            case "personal" -> throw new ServerErrorException(Failure.NOT_IMPLEMENTED.status());
            default -> throw new CloudException(ErrorCode.INVALID_INPUT, "kind must be shared");
        }
    }

    @DELETE
    @Path("/{id}")
    @Operation(
            value = "Removes an empty shared drive",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED, Failure.CONFLICT})
    public void delete(@PathParam("id") DriveId id, @Context SecurityContext security) {
        drives.delete(Caller.actor(security), id);
    }

    @PATCH
    @Path("/{id}/policies")
    @Operation(
            value = "Changes policies: null takes one away, what is not named stays; for administrators",
            failures = Failure.NOT_FOUND)
    public Map<String, Boolean> setPolicies(
            @PathParam("id") DriveId id, Map<String, @Nullable Boolean> body, @Context SecurityContext security) {
        return drives.setPolicies(Caller.actor(security), id, body).values();
    }

    @PATCH
    @Path("/{id}/quota")
    @Operation(value = "Limits what may lie in a shared drive; for administrators", failures = Failure.NOT_FOUND)
    public DriveDto setQuota(@PathParam("id") DriveId id, QuotaRequest body, @Context SecurityContext security) {
        return DriveDto.of(drives.setQuota(Caller.actor(security), id, body.quotaBytes()));
    }
}
