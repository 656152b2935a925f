package io.oxicloud.rest;

import io.oxicloud.account.GroupView;
import io.oxicloud.account.Groups;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Groups of users and of groups; for administrators. */
@Path("/groups")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class GroupsResource {
    record GroupRequest(String name, @Nullable String description) {
        GroupRequest {
            Required.field("name", name);
        }
    }

    /** What is absent stays as it is. */
    record ChangeRequest(@Nullable String name, @Nullable String description) {}

    /** One of the two. */
    record MemberRequest(@Nullable UUID userId, @Nullable UUID groupId) {
        MemberRequest {
            if ((userId == null) == (groupId == null)) {
                throw new CloudException(ErrorCode.INVALID_INPUT, "either user_id or group_id must be given");
            }
        }
    }

    private final Groups groups;

    GroupsResource(Groups groups) {
        this.groups = groups;
    }

    @GET
    @Operation(value = "Groups by name", failures = Failure.FORBIDDEN)
    public Listing<GroupDto> list(
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @DefaultValue(PageSize.DEFAULT) PageSize limit,
            @Context SecurityContext security) {
        return Listing.of(groups.list(Caller.actor(security), cursor, limit.value()), GroupDto::of);
    }

    @POST
    @Operation(
            value = "Makes a group",
            status = 201,
            failures = {Failure.FORBIDDEN, Failure.ALREADY_EXISTS})
    public GroupDto create(GroupRequest body, @Context SecurityContext security) {
        return GroupDto.of(groups.create(Caller.actor(security), body.name(), body.description()));
    }

    @GET
    @Path("/{id}")
    @Operation(
            value = "One group",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND})
    public GroupDto get(@PathParam("id") GroupId id, @Context SecurityContext security) {
        return GroupDto.of(groups.get(Caller.actor(security), id));
    }

    @PATCH
    @Path("/{id}")
    @Operation(
            value = "Changes name or description",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.ALREADY_EXISTS})
    public GroupDto change(@PathParam("id") GroupId id, ChangeRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        GroupView now = groups.get(actor, id);
        String name = body.name() == null ? now.name() : body.name();
        String description = body.description() == null ? now.description() : body.description();
        return GroupDto.of(groups.rename(actor, id, name, description));
    }

    @DELETE
    @Path("/{id}")
    @Operation(
            value = "Removes a group and every role it holds",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.CONFLICT})
    public void delete(@PathParam("id") GroupId id, @Context SecurityContext security) {
        groups.delete(Caller.actor(security), id);
    }

    @POST
    @Path("/{id}/members")
    @Operation(
            value = "Puts a user or a group into a group; who is in it stays",
            status = 201,
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND})
    public MemberRequest add(@PathParam("id") GroupId id, MemberRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        if (body.userId() != null) {
            groups.addUser(actor, id, new UserId(body.userId()));
        } else if (body.groupId() != null) {
            groups.addGroup(actor, id, new GroupId(body.groupId()));
        }
        return body;
    }

    @DELETE
    @Path("/{id}/members/user/{user}")
    @Operation(
            value = "Takes a user out of a group",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.CONFLICT})
    public void removeUser(
            @PathParam("id") GroupId id, @PathParam("user") UserId user, @Context SecurityContext security) {
        groups.removeUser(Caller.actor(security), id, user);
    }

    @DELETE
    @Path("/{id}/members/group/{group}")
    @Operation(
            value = "Takes a group out of a group",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.CONFLICT})
    public void removeGroup(
            @PathParam("id") GroupId id, @PathParam("group") GroupId member, @Context SecurityContext security) {
        groups.removeGroup(Caller.actor(security), id, member);
    }

    @GET
    @Path("/{id}/effective-members")
    @Operation(
            value = "The users in a group, directly or through groups",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND})
    public List<UUID> effectiveMembers(@PathParam("id") GroupId id, @Context SecurityContext security) {
        return groups.members(Caller.actor(security), id).stream()
                .map(UserId::value)
                .sorted()
                .toList();
    }
}
