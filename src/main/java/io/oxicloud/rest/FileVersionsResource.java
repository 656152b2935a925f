package io.oxicloud.rest;

import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.FileVersion;
import io.oxicloud.files.Versions;
import io.oxicloud.http.Body;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a file was made of before, to be read and brought back. */
@Path("/files/{file}/versions")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class FileVersionsResource {
    /** @param label what to call it; nothing any more if absent */
    record FileVersionRequest(@Nullable String label) {}

    /** @param size in bytes */
    record FileVersionDto(
            String id,
            String hash,
            long size,
            Instant createdAt,
            @Nullable UUID createdBy,
            @Nullable String label,
            boolean current) {
        static FileVersionDto of(FileVersion version) {
            return new FileVersionDto(
                    version.id(),
                    version.content().hex(),
                    version.size(),
                    version.at(),
                    version.by() == null ? null : version.by().value(),
                    version.label(),
                    version.current());
        }
    }

    private final Versions versions;

    FileVersionsResource(Versions versions) {
        this.versions = versions;
    }

    @GET
    @Operation(
            value = "The contents that a file has and had, the newest first",
            failures = {Failure.NOT_FOUND, Failure.CONFLICT})
    public List<FileVersionDto> list(@PathParam("file") NodeId file, @Context SecurityContext security) {
        return versions.list(Caller.actor(security), file).stream()
                .map(FileVersionDto::of)
                .toList();
    }

    @GET
    @Path("/{version}/content")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    @Operation(
            value = "The bytes of one of them",
            body = byte[].class,
            failures = {Failure.NOT_FOUND, Failure.CONFLICT})
    public Response content(
            @PathParam("file") NodeId file, @PathParam("version") String version, @Context SecurityContext security) {
        FileContent content = versions.open(Caller.actor(security), file, version);
        return Response.ok(Body.of(content.stream()))
                .header(HttpHeaders.CONTENT_LENGTH, content.length())
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment")
                .build();
    }

    @POST
    @Path("/{version}/restore")
    @Operation(
            value = "Gives the file this content again; what it has now becomes a former one",
            failures = {
                Failure.FORBIDDEN,
                Failure.NOT_FOUND,
                Failure.CONFLICT,
                Failure.LOCKED,
                Failure.PRECONDITION_FAILED,
                Failure.QUOTA_EXCEEDED
            })
    public void restore(
            @PathParam("file") NodeId file, @PathParam("version") String version, @Context SecurityContext security) {
        versions.restore(Caller.actor(security), file, version, Precondition.NONE);
    }

    @PATCH
    @Path("/{version}")
    @Operation(
            value = "Calls a version something, so that it is kept for ever",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.CONFLICT})
    public FileVersionDto name(
            @PathParam("file") NodeId file,
            @PathParam("version") String version,
            FileVersionRequest body,
            @Context SecurityContext security) {
        return FileVersionDto.of(versions.name(Caller.actor(security), file, version, body.label()));
    }
}
