package io.oxicloud.rest.session;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.files.session.Checksum;
import io.oxicloud.files.session.NewSession;
import io.oxicloud.files.session.UploadSession;
import io.oxicloud.files.session.UploadSessions;
import io.oxicloud.files.upload.Uploads;
import io.oxicloud.http.RequestBody;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import io.oxicloud.rest.OptionalBody;
import io.oxicloud.rest.Required;
import io.oxicloud.rest.Takes;
import io.oxicloud.rest.upload.UploadDoors;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Uploads in pieces, that go on where they stopped. */
@Path("/uploads")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class UploadsResource {
    /**
     * @param folderId the root of the caller's own drive if absent
     * @param contentType by the name if absent
     * @param totalSize in bytes
     * @param chunkSize in bytes
     */
    record UploadRequest(
            String filename,
            @Nullable UUID folderId,
            @Nullable String contentType,
            long totalSize,
            @Nullable Long chunkSize) {
        UploadRequest {
            Required.field("filename", filename);
        }
    }

    /** @param expiresAt in seconds from now */
    record UploadStarted(UUID uploadId, long chunkSize, int totalChunks, long expiresAt) {}

    /** @param progress from 0 to 1 */
    record ChunkReceived(int chunkIndex, long bytesReceived, double progress, boolean isComplete) {}

    /**
     * @param checksum of the whole file, in hexadecimal digits
     * @param checksumalg md5, sha256 or blake3; blake3 if absent
     */
    record UploadCompletion(
            @Nullable String checksum, @Nullable String checksumalg) {
        @Nullable
        Checksum parsed() {
            return checksum == null ? null : Checksum.parse(checksumalg == null ? "blake3" : checksumalg, checksum);
        }
    }

    /** @param path from the drive's name down */
    record UploadedFile(UUID fileId, String filename, long size, String path) {}

    private final UploadSessions sessions;
    private final FileTree tree;
    private final Uploads uploads;

    public UploadsResource(UploadSessions sessions, UploadDoors doors) {
        this.sessions = sessions;
        tree = doors.files();
        uploads = doors.uploads();
    }

    @POST
    @Operation(
            value = "Begins an upload in pieces",
            status = 201,
            failures = {
                Failure.FORBIDDEN,
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.ALREADY_EXISTS,
                Failure.TOO_LARGE,
                Failure.LOCKED,
                Failure.TOO_MANY_REQUESTS,
                Failure.QUOTA_EXCEEDED
            })
    public UploadStarted begin(UploadRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        UploadSession session = sessions.begin(
                actor,
                new NewSession(
                        body.folderId() == null ? uploads.home(actor) : new NodeId(body.folderId()),
                        body.filename(),
                        body.contentType(),
                        body.totalSize(),
                        body.chunkSize() == null ? NewSession.USUAL_PIECE : body.chunkSize()));
        return new UploadStarted(
                session.id(),
                session.pieces().length(),
                session.pieces().count(),
                sessions.life().toSeconds());
    }

    @PATCH
    @Path("/{id}")
    @Consumes(MediaType.WILDCARD)
    @Takes(MediaType.APPLICATION_OCTET_STREAM)
    @Operation(
            value = "Takes one piece: the body is its bytes",
            body = ChunkReceived.class,
            failures = {Failure.NOT_FOUND, Failure.CONFLICT, Failure.TOO_LARGE, Failure.QUOTA_EXCEEDED})
    public Response put(
            @PathParam("id") UUID id,
            @QueryParam("chunk_index") int index,
            @QueryParam("checksum") @Nullable String checksum,
            @QueryParam("checksumalg") @DefaultValue("md5") String algorithm,
            @HeaderParam("Content-MD5") @Nullable String md5,
            InputStream bytes,
            @Context HttpHeaders headers,
            @Context SecurityContext security)
            throws IOException {
        Checksum said = checksum == null ? contentMd5(md5) : Checksum.parse(algorithm, checksum);
        UploadSession session = sessions.put(
                Caller.actor(security),
                id,
                index,
                said,
                new RequestBody(bytes),
                RequestBody.length(headers.getHeaderString(HttpHeaders.CONTENT_LENGTH)));
        var received = new ChunkReceived(index, session.pieces().lengthOf(index), session.progress(), session.whole());
        return UploadProgress.on(Response.ok(received), session).build();
    }

    private static @Nullable Checksum contentMd5(@Nullable String header) {
        if (header == null) {
            return null;
        }
        try {
            return Checksum.md5(Base64.getDecoder().decode(header));
        } catch (IllegalArgumentException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "Content-MD5: must be 16 bytes in base64", e);
        }
    }

    /** HEAD gives the headers of it. */
    @GET
    @Path("/{id}")
    @Operation(
            value = "How far an upload has come",
            body = UploadDto.class,
            failures = {Failure.NOT_FOUND})
    public Response get(@PathParam("id") UUID id, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        UploadSession session = sessions.get(actor, id);
        List<Integer> missing = sessions.missing(actor, session);
        return UploadProgress.inFull(Response.ok(UploadDto.of(session, missing)), session)
                .build();
    }

    @POST
    @Path("/{id}/complete")
    @Operation(
            value = "Makes the file of the pieces; again, it answers the same",
            status = 201,
            failures = {
                Failure.FORBIDDEN,
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.CONFLICT,
                Failure.ALREADY_EXISTS,
                Failure.TOO_LARGE,
                Failure.LOCKED,
                Failure.QUOTA_EXCEEDED
            })
    public UploadedFile complete(
            @PathParam("id") UUID id,
            @OptionalBody @Nullable UploadCompletion body,
            @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        Node file = sessions.complete(actor, id, body == null ? null : body.parsed());
        String path = tree.paths(actor, List.of(file)).getOrDefault(file.id(), file.name());
        return new UploadedFile(file.id().value(), file.name(), file.size(), path);
    }

    @DELETE
    @Path("/{id}")
    @Operation(
            value = "Gives an upload up",
            failures = {Failure.NOT_FOUND})
    public void abandon(@PathParam("id") UUID id, @Context SecurityContext security) {
        sessions.abandon(Caller.actor(security), id);
    }
}
