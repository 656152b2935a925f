package io.oxicloud.rest;

import io.oxicloud.account.GroupLists;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Groups of users and of groups; for administrators, but for the search. */
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
    record GroupMemberRequest(
            @Nullable UUID userId, @Nullable UUID groupId) {
        GroupMemberRequest {
            if ((userId == null) == (groupId == null)) {
                throw new CloudException(ErrorCode.INVALID_INPUT, "either user_id or group_id must be given");
            }
        }
    }

    record GroupList(List<GroupDto> items, long total) {
        GroupList {
            items = List.copyOf(items);
        }
    }

    /** Who is directly in a group: one of the two ids. */
    record MemberDto(@Nullable UUID userId, @Nullable UUID groupId) {}

    private final Groups groups;
    private final GroupLists lists;

    GroupsResource(Groups groups, GroupLists lists) {
        this.groups = groups;
        this.lists = lists;
    }

    @GET
    @Operation(value = "Groups by name", failures = Failure.FORBIDDEN)
    public GroupList list(
            @QueryParam("q") @Nullable String part,
            @QueryParam("offset") @DefaultValue("0") int offset,
            @QueryParam("limit") @DefaultValue(PageSize.DEFAULT) PageSize limit,
            @Context SecurityContext security) {
        var found = lists.find(Caller.actor(security), part, offset, limit.value());
        return new GroupList(found.groups().stream().map(GroupDto::of).toList(), found.total());
    }

    @GET
    @Path("/search")
    @Operation(value = "Groups to share with, by a part of the name", failures = Failure.FORBIDDEN)
    public List<GroupDto> search(
            @QueryParam("q") @DefaultValue("") String part,
            @QueryParam("limit") @DefaultValue(PageSize.DEFAULT) PageSize limit,
            @Context SecurityContext security) {
        return lists.search(Caller.actor(security), part, limit.value()).stream()
                .map(GroupDto::of)
                .toList();
    }

    @POST
    @Operation(
            value = "Makes a group",
            status = 201,
            failures = {Failure.FORBIDDEN, Failure.ALREADY_EXISTS})
    public GroupDto create(GroupRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        return counted(actor, groups.create(actor, body.name(), body.description()));
    }

    @GET
    @Path("/{id}")
    @Operation(
            value = "One group",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND})
    public GroupDto get(@PathParam("id") GroupId id, @Context SecurityContext security) {
        return GroupDto.of(lists.get(Caller.actor(security), id));
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
        return counted(actor, groups.rename(actor, id, name, description));
    }

    @DELETE
    @Path("/{id}")
    @Operation(
            value = "Removes a group and every role it holds",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.CONFLICT})
    public void delete(@PathParam("id") GroupId id, @Context SecurityContext security) {
        groups.delete(Caller.actor(security), id);
    }

    @GET
    @Path("/{id}/members")
    @Operation(
            value = "Who is directly in a group",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND})
    public List<MemberDto> members(@PathParam("id") GroupId id, @Context SecurityContext security) {
        var members = lists.members(Caller.actor(security), id);
        return Stream.concat(
                        members.users().stream().map(user -> new MemberDto(user.value(), null)),
                        members.groups().stream().map(group -> new MemberDto(null, group.value())))
                .toList();
    }

    @POST
    @Path("/{id}/members")
    @Operation(
            value = "Puts a user or a group into a group; who is in it stays",
            status = 201,
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND})
    public MemberDto add(@PathParam("id") GroupId id, GroupMemberRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        if (body.userId() != null) {
            groups.addUser(actor, id, new UserId(body.userId()));
        } else if (body.groupId() != null) {
            groups.addGroup(actor, id, new GroupId(body.groupId()));
        }
        return new MemberDto(body.userId(), body.groupId());
    }

    @DELETE
    @Path("/{id}/members/{type}/{member}")
    @Operation(
            value = "Takes a user or a group out of a group",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.CONFLICT})
    public void remove(
            @PathParam("id") GroupId id,
            @PathParam("type") String type,
            @PathParam("member") UUID member,
            @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        switch (new SubjectDto(type, member).subject().kind()) {
            case USER -> groups.removeUser(actor, id, new UserId(member));
            case GROUP -> groups.removeGroup(actor, id, new GroupId(member));
        }
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

    private GroupDto counted(Actor actor, GroupView group) {
        return GroupDto.of(lists.get(actor, group.id()));
    }
}
