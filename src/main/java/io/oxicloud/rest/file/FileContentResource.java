package io.oxicloud.rest.file;

import io.oxicloud.access.Access;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.http.Answer;
import io.oxicloud.http.Body;
import io.oxicloud.http.Conditions;
import io.oxicloud.http.Disposition;
import io.oxicloud.http.Representation;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Delivery;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Files to be read: their bytes as over WebDAV, and what is known of them. */
@Path("/files")
public final class FileContentResource {
    private static final int BOUNDARY_LENGTH = 40;

    private final FileTree files;
    private final NodeViews views;

    public FileContentResource(FileTree files, NodeViews views) {
        this.files = files;
        this.views = views;
    }

    /**
     * @param metadata for what is known of the file, in JSON
     * @param inline true to have a browser show all that is safe to show, false to have it save everything
     */
    @GET
    @Path("/{id}")
    @Produces(MediaType.WILDCARD)
    @Operation(
            value = "The bytes of a file, all of them or some ranges; or what is known of it",
            body = byte[].class,
            failures = {Failure.NOT_FOUND, Failure.PRECONDITION_FAILED, Failure.RANGE_NOT_SATISFIABLE})
    public Response get(
            @PathParam("id") NodeId file,
            @QueryParam("metadata") @DefaultValue("false") boolean metadata,
            @QueryParam("inline") @Nullable Boolean inline,
            @Context HttpServletRequest request,
            @Context HttpHeaders headers,
            @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        Node found = files.get(actor, file);
        if (found.folder()) {
            throw Access.absent();
        }
        if (metadata) {
            return Response.ok(views.file(actor, found), MediaType.APPLICATION_JSON_TYPE)
                    .build();
        }
        Representation what = representation(found);
        if (Conditions.read(headers::getHeaderString).notModified(what.etag(), what.modified())) {
            return Delivery.of(Answer.notModified(what));
        }
        return Delivery.of(Answer.of(
                headers::getHeaderString,
                request.getMethod().equals(HttpMethod.HEAD), // JAX-RS itself would call it a GET
                what,
                disposition(inline),
                range -> Body.of(open(actor, found, range).stream())));
    }

    private FileContent open(Actor actor, Node file, @Nullable ByteRange range) {
        return range == null ? files.open(actor, file) : files.open(actor, file, range);
    }

    private static Disposition disposition(@Nullable Boolean inline) {
        if (inline == null) {
            return Disposition.BY_TYPE;
        }
        return inline ? Disposition.SHOW : Disposition.SAVE;
    }

    /** No file holds its own hash, so that it may stand between the parts of one. */
    private static Representation representation(Node file) {
        return new Representation(
                file.name(),
                file.mediaType(),
                file.size(),
                file.etag(),
                file.modified(),
                Objects.requireNonNull(file.content()).hex().substring(0, BOUNDARY_LENGTH));
    }
}
