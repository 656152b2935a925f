package io.oxicloud.rest.upload;

import io.oxicloud.base.Actor;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.upload.DeltaCommits;
import io.oxicloud.files.upload.DeltaOutcome;
import io.oxicloud.files.upload.DeltaTarget;
import io.oxicloud.files.upload.Deltas;
import io.oxicloud.files.upload.SentChunks;
import io.oxicloud.http.Answer;
import io.oxicloud.http.Body;
import io.oxicloud.http.RequestBody;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Counted;
import io.oxicloud.rest.Delivery;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.LongBody;
import io.oxicloud.rest.Operation;
import io.oxicloud.rest.Refusal;
import io.oxicloud.rest.Required;
import io.oxicloud.rest.Takes;
import io.oxicloud.rest.file.FileDto;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Files sent and fetched by what differs: only the chunks go that the other side has not. */
@Path("/files/delta")
@Counted(value = "RATE_LIMIT_DELTA", perMinute = 240)
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class DeltaResource {
    /** @param chunks of the whole file, in order */
    @LongBody
    record NegotiateRequest(ChunkSequence chunks) {
        NegotiateRequest {
            Required.field("chunks", chunks);
        }
    }

    /** Each once, in the order of their first use. */
    record MissingChunks(List<String> missing) {
        MissingChunks {
            missing = List.copyOf(missing);
        }
    }

    /** With the digests that they have, in the order in which they came. */
    record ReceivedChunks(ChunkSequence received) {}

    /**
     * Names a new file, or one that is there.
     *
     * @param fileHash BLAKE3 of the whole
     */
    @LongBody
    record CommitRequest(
            String fileHash,
            ChunkSequence chunks,
            @Nullable String name,
            @Nullable UUID folderId,
            @Nullable UUID fileId) {
        CommitRequest {
            Required.field("file_hash", fileHash);
            Required.field("chunks", chunks);
            boolean fresh = name != null && folderId != null && fileId == null;
            boolean existing = name == null && folderId == null && fileId != null;
            if (!fresh && !existing) {
                throw new CloudException(
                        ErrorCode.INVALID_INPUT, "either name and folder_id or file_id must be given, not both");
            }
        }

        DeltaTarget target() {
            if (fileId != null) {
                return new DeltaTarget.Existing(new NodeId(fileId));
            }
            return new DeltaTarget.New(new NodeId(Required.field("folder_id", folderId)), Required.field("name", name));
        }
    }

    /** @param stillMissing to be sent before the commit is tried again */
    record StillMissing(
            String status,
            String error,
            String message,
            String errorType,
            @Nullable List<String> stillMissing) {}

    record ChunksRequest(List<String> hashes) {
        ChunksRequest {
            hashes = List.copyOf(Required.field("hashes", hashes));
        }
    }

    /** @param notAvailable chunks of which the caller has no file */
    record NotAvailable(
            String status,
            String error,
            String message,
            String errorType,
            @Nullable List<String> notAvailable) {}

    private record Chunks(SentChunks chunks) implements Body {
        @Override
        public void writeTo(OutputStream out) throws IOException {
            chunks.writeTo(out);
        }

        @Override
        public void close() {
            chunks.close();
        }
    }

    private final Deltas deltas;
    private final DeltaCommits commits;
    private final StoredFile stored;

    public DeltaResource(UploadDoors doors) {
        this.deltas = doors.deltas();
        this.commits = doors.commits();
        this.stored = new StoredFile(doors.files(), doors.favorites());
    }

    @POST
    @Path("/negotiate")
    @Operation("Which chunks of a file have to be sent")
    public MissingChunks negotiate(NegotiateRequest body, @Context SecurityContext security) {
        return new MissingChunks(hex(deltas.missing(Caller.actor(security), body.chunks)));
    }

    @PUT
    @Path("/chunks")
    @Consumes(MediaType.WILDCARD)
    @Takes(MediaType.APPLICATION_OCTET_STREAM)
    @Operation(
            value = "Takes chunks, each after its length in four bytes, the highest first",
            body = ReceivedChunks.class,
            failures = Failure.QUOTA_EXCEEDED)
    public ReceivedChunks take(InputStream body, @Context SecurityContext security) throws IOException {
        return new ReceivedChunks(deltas.take(Caller.actor(security), new RequestBody(body)));
    }

    @POST
    @Path("/commit")
    @Refusal(of = Failure.CONFLICT, body = StillMissing.class)
    @Operation(
            value =
                    "Makes a file of chunks (201), or gives one new content (200); they must be cut as the server cuts (docs/storage.md)",
            status = 200,
            body = FileDto.class,
            failures = {
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.CONFLICT,
                Failure.PRECONDITION_FAILED,
                Failure.LOCKED,
                Failure.QUOTA_EXCEEDED
            })
    public Response commit(CommitRequest body, @Context HttpHeaders headers, @Context SecurityContext security) {
        Actor.User actor = Caller.actor(security);
        Hash content = HashText.parse("file_hash", body.fileHash);
        DeltaOutcome outcome = commits.commit(actor, body.target(), content, body.chunks, ChangeConditions.of(headers));
        if (outcome.written() != null) {
            return stored.answer(actor, outcome.written());
        }
        String message = "some chunks have to be sent first";
        return Response.status(Response.Status.CONFLICT)
                .entity(new StillMissing(
                        Failure.CONFLICT.statusLine(), message, message, "StillMissing", hex(outcome.missing())))
                .build();
    }

    @POST
    @Path("/download")
    @Refusal(of = Failure.NOT_FOUND, body = NotAvailable.class)
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    @Operation(
            value = "Sends chunks in the order of the request, each after its length in four bytes",
            body = byte[].class,
            failures = Failure.NOT_FOUND)
    public Response download(ChunksRequest body, @Context SecurityContext security) {
        Actor.User actor = Caller.actor(security);
        List<Hash> asked = new ArrayList<>();
        body.hashes.forEach(text -> asked.add(HashText.parse("hashes", text)));
        List<Hash> notAvailable = deltas.notAvailable(actor, asked);
        if (!notAvailable.isEmpty()) {
            String message = "you have no file with some of these chunks";
            return Response.status(Response.Status.NOT_FOUND)
                    .type(MediaType.APPLICATION_JSON_TYPE)
                    .entity(new NotAvailable(
                            Failure.NOT_FOUND.statusLine(), message, message, "NotAvailable", hex(notAvailable)))
                    .build();
        }
        SentChunks chunks = deltas.send(actor, asked);
        return Delivery.of(new Answer(
                200,
                Map.of(
                        HttpHeaders.CONTENT_LENGTH,
                        Long.toString(chunks.length()),
                        HttpHeaders.CONTENT_TYPE,
                        MediaType.APPLICATION_OCTET_STREAM),
                new Chunks(chunks)));
    }

    private static List<String> hex(List<Hash> digests) {
        return digests.stream().map(Hash::hex).toList();
    }
}
