package io.oxicloud.rest.file;

import io.oxicloud.base.NodeId;
import io.oxicloud.files.zip.Archives;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** A folder as one archive. */
@Path("/folders")
public final class FolderArchiveResource {
    private final Archives archives;

    public FolderArchiveResource(Archives archives) {
        this.archives = archives;
    }

    @GET
    @Path("/{id}/download")
    @Produces(ArchiveAnswer.MEDIA_TYPE)
    @Operation(
            value = "A folder and all that lies in it, as a ZIP archive",
            body = byte[].class,
            failures = {Failure.NOT_FOUND, Failure.PRECONDITION_FAILED, Failure.TOO_LARGE, Failure.RANGE_NOT_SATISFIABLE
            })
    public Response download(
            @PathParam("id") NodeId folder,
            @Context HttpServletRequest request,
            @Context HttpHeaders headers,
            @Context SecurityContext security) {
        return ArchiveAnswer.of(archives.folder(Caller.actor(security), folder), request, headers);
    }
}
