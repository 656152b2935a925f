package io.oxicloud.rest;

import io.oxicloud.base.DriveId;
import io.oxicloud.drive.Drives;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rule over drives without being a member. */
@Path("/admin/drives")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class AdminDrivesResource {
    private final Drives drives;

    AdminDrivesResource(Drives drives) {
        this.drives = drives;
    }

    @PATCH
    @Path("/{id}/policies")
    @Operation(value = "Changes policies: null takes one away, what is not named stays", failures = Failure.NOT_FOUND)
    public Map<String, Boolean> setPolicies(
            @PathParam("id") DriveId id, Map<String, @Nullable Boolean> body, @Context SecurityContext security) {
        return drives.setPolicies(Caller.actor(security), id, body).values();
    }

    @PATCH
    @Path("/{id}/quota")
    @Operation(value = "Limits what may lie in a shared drive", failures = Failure.NOT_FOUND)
    public DriveDto setQuota(
            @PathParam("id") DriveId id, DrivesResource.QuotaRequest body, @Context SecurityContext security) {
        return DriveDto.of(drives.setQuota(Caller.actor(security), id, body.quotaBytes()));
    }
}
