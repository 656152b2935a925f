package io.oxicloud.rest;

import io.oxicloud.access.Subject;
import io.oxicloud.base.DriveId;
import io.oxicloud.drive.DriveMembers;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who is in a drive, and with which role. */
@Path("/drives/{drive}/members")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class DriveMembersResource {
    /** @param expiresAt from when on the role counts nothing; never if absent */
    record DriveMemberRequest(
            SubjectDto subject, String role, @Nullable Instant expiresAt) {
        DriveMemberRequest {
            Required.field("subject", subject);
            Required.field("role", role);
        }
    }

    record DriveRoleRequest(String role, @Nullable Instant expiresAt) {
        DriveRoleRequest {
            Required.field("role", role);
        }
    }

    private final DriveMembers members;

    DriveMembersResource(DriveMembers members) {
        this.members = members;
    }

    @GET
    @Operation(value = "The members of a drive", failures = Failure.NOT_FOUND)
    public List<GrantDto> list(@PathParam("drive") DriveId drive, @Context SecurityContext security) {
        return members.list(Caller.actor(security), drive).stream()
                .map(GrantDto::of)
                .toList();
    }

    @POST
    @Operation(
            value = "Makes somebody a member, or gives a member another role",
            status = 201,
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED})
    public GrantDto add(@PathParam("drive") DriveId drive, DriveMemberRequest body, @Context SecurityContext security) {
        return GrantDto.of(members.set(
                Caller.actor(security), drive, body.subject().subject(), GrantDto.role(body.role()), body.expiresAt()));
    }

    @PATCH
    @Path("/{type}/{subject}")
    @Operation(
            value = "Gives a member another role",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED})
    public GrantDto change(
            @PathParam("drive") DriveId drive,
            @PathParam("type") String type,
            @PathParam("subject") UUID id,
            DriveRoleRequest body,
            @Context SecurityContext security) {
        Subject subject = new SubjectDto(type, id).subject();
        return GrantDto.of(
                members.set(Caller.actor(security), drive, subject, GrantDto.role(body.role()), body.expiresAt()));
    }

    @DELETE
    @Path("/{type}/{subject}")
    @Operation(
            value = "Takes somebody out of a drive; who is not in it stays out",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED})
    public void remove(
            @PathParam("drive") DriveId drive,
            @PathParam("type") String type,
            @PathParam("subject") UUID id,
            @Context SecurityContext security) {
        members.remove(Caller.actor(security), drive, new SubjectDto(type, id).subject());
    }
}
