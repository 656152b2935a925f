package io.oxicloud.rest.file;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.zip.Archives;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Files and folders as one archive. What of them is not there for the caller is left out, and named in it. */
@Path("/batch")
public final class BatchDownloadResource {
    record DownloadRequest(
            @Nullable List<UUID> fileIds, @Nullable List<UUID> folderIds) {}

    private final Archives archives;

    public BatchDownloadResource(Archives archives) {
        this.archives = archives;
    }

    @POST
    @Path("/download")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(ArchiveAnswer.MEDIA_TYPE)
    @Operation(
            value = "Files and folders as one ZIP archive",
            body = byte[].class,
            failures = {Failure.NOT_FOUND, Failure.PRECONDITION_FAILED, Failure.TOO_LARGE, Failure.RANGE_NOT_SATISFIABLE
            })
    public Response download(
            DownloadRequest body,
            @Context HttpServletRequest request,
            @Context HttpHeaders headers,
            @Context SecurityContext security) {
        return answer(ids(body.fileIds()), ids(body.folderIds()), request, headers, security);
    }

    /** For what can only follow an address, as a drag out of the browser does. Ids with commas between. */
    @GET
    @Path("/download")
    @Produces(ArchiveAnswer.MEDIA_TYPE)
    @Operation(
            value = "Files and folders as one ZIP archive; ids with commas between",
            body = byte[].class,
            failures = {Failure.NOT_FOUND, Failure.PRECONDITION_FAILED, Failure.TOO_LARGE, Failure.RANGE_NOT_SATISFIABLE
            })
    public Response byAddress(
            @QueryParam("file_ids") @Nullable String files,
            @QueryParam("folder_ids") @Nullable String folders,
            @Context HttpServletRequest request,
            @Context HttpHeaders headers,
            @Context SecurityContext security) {
        return answer(ids("file_ids", files), ids("folder_ids", folders), request, headers, security);
    }

    private Response answer(
            List<NodeId> files,
            List<NodeId> folders,
            HttpServletRequest request,
            HttpHeaders headers,
            SecurityContext security) {
        return ArchiveAnswer.of(archives.selection(Caller.actor(security), files, folders), request, headers);
    }

    private static List<NodeId> ids(@Nullable List<UUID> given) {
        return given == null ? List.of() : given.stream().map(NodeId::new).toList();
    }

    private static List<NodeId> ids(String parameter, @Nullable String given) {
        try {
            return given == null
                    ? List.of()
                    : Arrays.stream(given.split(",", -1))
                            .map(String::strip)
                            .filter(id -> !id.isEmpty())
                            .map(NodeId::parse)
                            .toList();
        } catch (CloudException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the parameter " + parameter + ": " + e.message(), e);
        }
    }
}
