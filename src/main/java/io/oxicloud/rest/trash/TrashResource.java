package io.oxicloud.rest.trash;

import io.oxicloud.access.Access;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Page;
import io.oxicloud.base.Precondition;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.files.Trash;
import io.oxicloud.files.TrashOrder;
import io.oxicloud.files.TrashedNode;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Listing;
import io.oxicloud.rest.Operation;
import io.oxicloud.rest.PageSize;
import io.oxicloud.rest.file.NodeDto;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What was deleted: to be seen by who may read the drive, and brought back or deleted for good by who may delete. */
@Path("/trash")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class TrashResource {
    /**
     * @param resourceType {@code file} or {@code folder}
     * @param trashedAt seconds since 1970
     * @param deletionDate from when on it may be gone for good, in seconds since 1970
     */
    record TrashItem(String resourceType, long trashedAt, long deletionDate, UUID driveId, NodeDto resource) {
        static TrashItem of(TrashedNode trashed, String path) {
            Node node = trashed.node();
            return new TrashItem(
                    node.folder() ? "folder" : "file",
                    trashed.trashedAt().getEpochSecond(),
                    trashed.goesAt().getEpochSecond(),
                    node.drive().value(),
                    NodeDto.of(node, path));
        }
    }

    record TrashDone(boolean success, String message) {}

    record DriveTrashEmptied(boolean success, UUID driveId) {}

    private final Trash trash;
    private final FileTree tree;

    public TrashResource(Trash trash, FileTree tree) {
        this.trash = trash;
        this.tree = tree;
    }

    @GET
    @Path("/resources")
    @Operation(
            "What was deleted in the drives that the caller can read: the newest first, or in the order_by of deletion_date,"
                    + " trashed_at, name, type or size")
    public Listing<TrashItem> list(
            @QueryParam("limit") @DefaultValue(PageSize.DEFAULT) PageSize limit,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("order_by") @DefaultValue("deletion_date") String orderBy,
            @QueryParam("reverse") @DefaultValue("false") boolean reverse,
            @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        Page<TrashedNode> page = trash.list(actor, order(orderBy), reverse, cursor, limit.value());
        List<Node> nodes = page.items().stream().map(TrashedNode::node).toList();
        Map<NodeId, String> paths = tree.paths(actor, nodes);
        return Listing.of(
                page,
                item -> TrashItem.of(
                        item, paths.getOrDefault(item.node().id(), item.node().name())));
    }

    private static TrashOrder order(String name) {
        return switch (name) {
            // each thing is kept as long as any other
            case "deletion_date", "trashed_at" -> TrashOrder.TRASHED;
            case "name" -> TrashOrder.NAME;
            case "type" -> TrashOrder.TYPE;
            case "size" -> TrashOrder.SIZE;
            default ->
                throw new CloudException(
                        ErrorCode.INVALID_INPUT, "order_by: must be deletion_date, trashed_at, name, type or size");
        };
    }

    @DELETE
    @Path("/files/{id}")
    @Operation(
            value = "Puts a file into the trash",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED, Failure.LOCKED})
    public TrashDone deleteFile(@PathParam("id") NodeId id, @Context SecurityContext security) {
        return delete(Caller.actor(security), id, false);
    }

    @DELETE
    @Path("/folders/{id}")
    @Operation(
            value = "Puts a folder into the trash with all that lies in it",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED, Failure.LOCKED})
    public TrashDone deleteFolder(@PathParam("id") NodeId id, @Context SecurityContext security) {
        return delete(Caller.actor(security), id, true);
    }

    private TrashDone delete(Actor actor, NodeId id, boolean folder) {
        if (tree.get(actor, id).folder() != folder) {
            throw Access.absent();
        }
        tree.delete(actor, id, Precondition.NONE);
        return new TrashDone(true, "moved to the trash");
    }

    @POST
    @Path("/{id}/restore")
    @Operation(
            value = "Takes something out of the trash and puts it back where it was",
            failures = {
                Failure.FORBIDDEN,
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.ALREADY_EXISTS,
                Failure.LOCKED
            })
    public TrashDone restore(@PathParam("id") NodeId id, @Context SecurityContext security) {
        Node restored = trash.restore(Caller.actor(security), id);
        return new TrashDone(true, "restored as " + restored.name());
    }

    @DELETE
    @Path("/{id}")
    @Operation(
            value = "Deletes something in the trash for good",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED})
    public TrashDone remove(@PathParam("id") NodeId id, @Context SecurityContext security) {
        trash.delete(Caller.actor(security), id);
        return new TrashDone(true, "deleted for good");
    }

    @DELETE
    @Path("/empty")
    @Operation("Deletes all for good that lies in the trash of the drives in which the caller may delete")
    public TrashDone empty(@Context SecurityContext security) {
        trash.empty(Caller.actor(security));
        return new TrashDone(true, "the trash is empty");
    }

    @DELETE
    @Path("/drive/{drive}")
    @Operation(
            value = "Deletes all for good that lies in the trash of a drive",
            failures = {Failure.NOT_FOUND, Failure.NOT_ALLOWED})
    public DriveTrashEmptied emptyDrive(@PathParam("drive") DriveId drive, @Context SecurityContext security) {
        trash.empty(Caller.actor(security), drive);
        return new DriveTrashEmptied(true, drive.value());
    }
}
