package io.oxicloud.rest.upload;

import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.upload.Deltas;
import io.oxicloud.files.upload.FileManifest;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import org.jspecify.annotations.Nullable;

/** What a file is made of, for who fetches only what differs. */
@Path("/files/{id}/manifest")
@Produces(MediaType.APPLICATION_JSON)
public final class FileManifestResource {
    /** @param chunks in order */
    record FileManifestDto(String fileHash, long totalSize, ChunkSequence chunks) {}

    private final Deltas deltas;

    public FileManifestResource(UploadDoors doors) {
        this.deltas = doors.deltas();
    }

    @GET
    @Operation(
            value = "The chunks of a file",
            body = FileManifestDto.class,
            failures = {Failure.NOT_FOUND, Failure.CONFLICT})
    public Response manifest(
            @PathParam("id") NodeId file, @Context HttpHeaders headers, @Context SecurityContext security) {
        FileManifest manifest = deltas.manifest(Caller.actor(security), file);
        String tag = '"' + manifest.content().hex() + '"';
        Response.ResponseBuilder answer = isKnown(headers.getHeaderString(HttpHeaders.IF_NONE_MATCH), tag)
                ? Response.notModified()
                : Response.ok(new FileManifestDto(
                        manifest.content().hex(), manifest.chunks().total(), manifest.chunks()));
        return answer.header(HttpHeaders.ETAG, tag)
                .header(HttpHeaders.CACHE_CONTROL, "private, no-cache")
                .build();
    }

    /** The tag is a digest: where it stands in the list, it is one of the list. */
    private static boolean isKnown(@Nullable String list, String tag) {
        return list != null && (list.strip().equals("*") || list.contains(tag));
    }
}
