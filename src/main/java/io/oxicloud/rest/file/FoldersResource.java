package io.oxicloud.rest.file;

import io.oxicloud.access.Access;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.drive.DriveView;
import io.oxicloud.drive.Drives;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Listing;
import io.oxicloud.rest.Operation;
import io.oxicloud.rest.PageSize;
import io.oxicloud.rest.Required;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Folders: what lies in them, and changes of their own place and name. */
@Path("/folders")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class FoldersResource {
    /** @param parentId the root of the caller's own drive if absent */
    record FolderRequest(String name, @Nullable UUID parentId) {
        FolderRequest {
            Required.field("name", name);
        }
    }

    record FolderNameRequest(String name) {
        FolderNameRequest {
            Required.field("name", name);
        }
    }

    record FolderPlaceRequest(UUID parentId) {
        FolderPlaceRequest {
            Required.field("parent_id", parentId);
        }
    }

    private final FileTree files;
    private final Drives drives;
    private final NodeViews views;

    public FoldersResource(FileTree files, Drives drives, NodeViews views) {
        this.files = files;
        this.drives = drives;
        this.views = views;
    }

    @GET
    @Operation("The root folders of the drives that the caller can read, the own one first")
    public List<FolderDto> roots(@Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        List<NodeId> ids = drives.readable(actor).stream()
                .map(drive -> new NodeId(drive.id().value()))
                .toList();
        Map<NodeId, Node> found = files.found(actor, ids);
        return views
                .of(actor, ids.stream().map(found::get).filter(Objects::nonNull).toList())
                .stream()
                .map(FolderDto.class::cast)
                .toList();
    }

    @POST
    @Operation(
            value = "Makes an empty folder",
            status = 201,
            failures = {
                Failure.FORBIDDEN,
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.ALREADY_EXISTS,
                Failure.CONFLICT,
                Failure.LOCKED
            })
    public FolderDto create(FolderRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        NodeId parent = body.parentId() == null ? home(actor) : new NodeId(body.parentId());
        return views.folder(actor, files.createFolder(actor, parent, body.name()));
    }

    private NodeId home(Actor actor) {
        return drives.readable(actor).stream()
                .filter(drive -> actor.user().id().equals(drive.defaultFor()))
                .map(DriveView::id)
                .map(drive -> new NodeId(drive.value()))
                .findFirst()
                .orElseThrow(Access::absent);
    }

    @GET
    @Path("/{id}")
    @Operation(value = "One folder", failures = Failure.NOT_FOUND)
    public FolderDto get(@PathParam("id") NodeId id, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        return views.folder(actor, folder(actor, id));
    }

    @GET
    @Path("/{id}/resources")
    @Operation(value = "What lies in a folder, by name", failures = Failure.NOT_FOUND)
    public Listing<ListedDto> resources(
            @PathParam("id") NodeId id,
            @QueryParam("limit") @DefaultValue(PageSize.DEFAULT) PageSize limit,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("order_by") @DefaultValue("name") String orderBy,
            @Context SecurityContext security) {
        if (!orderBy.equals("name")) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the parameter order_by: only name is there");
        }
        Actor actor = Caller.actor(security);
        var page = files.children(actor, folder(actor, id), cursor, limit.value());
        return new Listing<>(
                views.of(actor, page.items()).stream().map(ListedDto::of).toList(), page.next());
    }

    @PUT
    @Path("/{id}/rename")
    @Operation(
            value = "Gives a folder another name",
            failures = {
                Failure.FORBIDDEN,
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.ALREADY_EXISTS,
                Failure.LOCKED
            })
    public FolderDto rename(@PathParam("id") NodeId id, FolderNameRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        folder(actor, id);
        return views.folder(actor, files.rename(actor, id, body.name(), Precondition.NONE));
    }

    @PUT
    @Path("/{id}/move")
    @Operation(
            value = "Puts a folder into another one, also of another drive, with all that lies in it",
            failures = {
                Failure.FORBIDDEN,
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.ALREADY_EXISTS,
                Failure.CONFLICT,
                Failure.LOCKED,
                Failure.QUOTA_EXCEEDED
            })
    public FolderDto move(@PathParam("id") NodeId id, FolderPlaceRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        Node folder = folder(actor, id);
        return views.folder(
                actor, files.move(actor, id, new NodeId(body.parentId()), folder.name(), Precondition.NONE));
    }

    @DELETE
    @Path("/{id}")
    @Operation(
            value = "Puts a folder into the trash, with all that lies in it",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED, Failure.LOCKED})
    public void delete(@PathParam("id") NodeId id, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        folder(actor, id);
        files.delete(actor, id, Precondition.NONE);
    }

    private Node folder(Actor actor, NodeId id) {
        Node found = files.get(actor, id);
        if (!found.folder()) {
            throw Access.absent();
        }
        return found;
    }
}
