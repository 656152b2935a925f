package io.oxicloud.rest;

import io.oxicloud.access.Grant;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GrantId;
import io.oxicloud.drive.DriveMembers;
import io.oxicloud.files.GrantLists;
import io.oxicloud.files.NodeGrants;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who was given which role on a file, a folder or a whole drive. What is on a drive follows the rules of its members. */
@Path("/grants")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class GrantsResource {
    /** @param expiresAt from when on the role counts nothing; never if absent */
    record GrantRequest(
            RecipientDto subject,
            GrantDto.ResourceDto resource,
            String role,
            @Nullable Instant expiresAt) {
        GrantRequest {
            Required.field("subject", subject);
            Required.field("resource", resource);
            Required.field("role", role);
        }
    }

    record GrantRoleRequest(
            SubjectDto subject,
            GrantDto.ResourceDto resource,
            String role,
            @Nullable Instant expiresAt) {
        GrantRoleRequest {
            Required.field("subject", subject);
            Required.field("resource", resource);
            Required.field("role", role);
        }
    }

    record GivenDto(List<GrantDto> grants, NotificationDto notification) {
        GivenDto {
            grants = List.copyOf(grants);
        }
    }

    /** Whom a mail told of it: nobody, as this server sends none. */
    record NotificationDto(int totalRecipients, List<String> outcomes) {
        static final NotificationDto NONE = new NotificationDto(0, List.of());

        NotificationDto {
            outcomes = List.copyOf(outcomes);
        }
    }

    private final NodeGrants nodes;
    private final DriveMembers drives;
    private final GrantLists lists;

    GrantsResource(NodeGrants nodes, DriveMembers drives, GrantLists lists) {
        this.nodes = nodes;
        this.drives = drives;
        this.lists = lists;
    }

    @POST
    @Operation(
            value = "Gives a role, in place of the one that the subject may hold there already",
            status = 201,
            body = GivenDto.class,
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED})
    public Response give(GrantRequest body, @Context SecurityContext security) {
        Role role = GrantDto.role(body.role());
        Resource resource = body.resource().resource();
        if (body.subject().byEmail()) {
            return noMail();
        }
        Actor actor = Caller.actor(security);
        Subject subject = body.subject().subject();
        Grant given = switch (resource.kind()) {
            case DRIVE -> drives.set(actor, new DriveId(resource.id()), subject, role, body.expiresAt());
            case FOLDER, FILE -> nodes.give(actor, resource, subject, role, body.expiresAt());
        };
        return Response.ok(new GivenDto(List.of(GrantDto.of(given)), NotificationDto.NONE))
                .build();
    }

    /** Not an exception: nothing failed that waiting or an administrator's eye on the log would mend. */
    private static Response noMail() {
        return Response.status(Failure.UNAVAILABLE.status())
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(ErrorBody.of(
                        Failure.UNAVAILABLE, "this server sends no mail (no SMTP), so an address cannot be invited"))
                .build();
    }

    @PUT
    @Path("/role")
    @Operation(
            value = "Gives another role or end to who holds a role there",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED})
    public List<GrantDto> change(GrantRoleRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        Role role = GrantDto.role(body.role());
        Subject subject = body.subject().subject();
        Resource resource = body.resource().resource();
        Grant changed = switch (resource.kind()) {
            case DRIVE -> changeMember(actor, new DriveId(resource.id()), subject, role, body.expiresAt());
            case FOLDER, FILE -> nodes.change(actor, resource, subject, role, body.expiresAt());
        };
        return List.of(GrantDto.of(changed));
    }

    private Grant changeMember(Actor actor, DriveId drive, Subject subject, Role role, @Nullable Instant expiresAt) {
        if (drives.list(actor, drive).stream()
                .noneMatch(member -> member.subject().equals(subject))) {
            throw new CloudException(ErrorCode.NOT_FOUND, "no such grant");
        }
        return drives.set(actor, drive, subject, role, expiresAt);
    }

    @DELETE
    @Path("/{id}")
    @Operation(
            value = "Takes a role away: for who gave it or may share what it is on; nothing happens if there is none",
            failures = {Failure.FORBIDDEN, Failure.NOT_ALLOWED})
    public void revoke(@PathParam("id") GrantId id, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        Removal.done(() -> {
            Grant grant = lists.get(actor, id);
            switch (grant.resource().kind()) {
                case DRIVE -> drives.remove(actor, new DriveId(grant.resource().id()), grant.subject());
                case FOLDER, FILE -> nodes.revoke(actor, id);
            }
        });
    }

    @GET
    @Operation(
            value = "The roles given on one thing itself, the oldest first",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED})
    public List<GrantDto> list(
            @QueryParam("resource_type") String type,
            @QueryParam("resource_id") UUID id,
            @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        Resource resource = new GrantDto.ResourceDto(type, id).resource();
        return dtos(
                switch (resource.kind()) {
                    case DRIVE -> drives.list(actor, new DriveId(resource.id()));
                    case FOLDER, FILE -> nodes.list(actor, resource);
                });
    }

    @GET
    @Path("/incoming")
    @Operation("What others gave to the caller or to his groups, the newest first; of very many only 1,000")
    public List<GrantDto> incoming(@Context SecurityContext security) {
        return dtos(lists.incoming(Caller.actor(security)));
    }

    @GET
    @Path("/outgoing")
    @Operation("What the caller gave to others, the newest first; of very many only 1,000")
    public List<GrantDto> outgoing(@Context SecurityContext security) {
        return dtos(lists.outgoing(Caller.actor(security)));
    }

    private static List<GrantDto> dtos(List<Grant> grants) {
        return grants.stream().map(GrantDto::of).toList();
    }
}
