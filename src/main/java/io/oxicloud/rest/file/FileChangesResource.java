package io.oxicloud.rest.file;

import io.oxicloud.access.Access;
import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import io.oxicloud.rest.Required;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.UUID;

/** Changes of a file's place and name. */
@Path("/files")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class FileChangesResource {
    record FileNameRequest(String name) {
        FileNameRequest {
            Required.field("name", name);
        }
    }

    record FilePlaceRequest(UUID folderId) {
        FilePlaceRequest {
            Required.field("folder_id", folderId);
        }
    }

    private final FileTree files;
    private final NodeViews views;

    public FileChangesResource(FileTree files, NodeViews views) {
        this.files = files;
        this.views = views;
    }

    @PUT
    @Path("/{id}/rename")
    @Operation(
            value = "Gives a file another name",
            failures = {
                Failure.FORBIDDEN,
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.ALREADY_EXISTS,
                Failure.LOCKED
            })
    public FileDto rename(@PathParam("id") NodeId id, FileNameRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        file(actor, id);
        return views.file(actor, files.rename(actor, id, body.name(), Precondition.NONE));
    }

    @PUT
    @Path("/{id}/move")
    @Operation(
            value = "Puts a file into another folder, also of another drive",
            failures = {
                Failure.FORBIDDEN,
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.ALREADY_EXISTS,
                Failure.CONFLICT,
                Failure.LOCKED,
                Failure.QUOTA_EXCEEDED
            })
    public FileDto move(@PathParam("id") NodeId id, FilePlaceRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        Node file = file(actor, id);
        return views.file(actor, files.move(actor, id, new NodeId(body.folderId()), file.name(), Precondition.NONE));
    }

    @DELETE
    @Path("/{id}")
    @Operation(
            value = "Puts a file into the trash",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED, Failure.LOCKED})
    public void delete(@PathParam("id") NodeId id, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        file(actor, id);
        files.delete(actor, id, Precondition.NONE);
    }

    private Node file(Actor actor, NodeId id) {
        Node found = files.get(actor, id);
        if (found.folder()) {
            throw Access.absent();
        }
        return found;
    }
}
