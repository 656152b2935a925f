package io.oxicloud.rest.upload;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.upload.KnownContents;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import io.oxicloud.rest.Refusal;
import io.oxicloud.rest.Required;
import io.oxicloud.rest.file.FileDto;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Files made of contents that the caller has already, without a byte sent. */
@Path("/files/by-hash")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ByHashResource {
    private static final int MAX_FILES = 1_000;
    private static final String UPLOAD_PATH = "/api/files/upload";

    /** @param hash BLAKE3 of the content */
    record ByHashRequest(String name, UUID folderId, String hash) {
        ByHashRequest {
            Required.field("name", name);
            Required.field("folder_id", folderId);
            Required.field("hash", hash);
        }

        Hash content() {
            return HashText.parse("hash", hash);
        }
    }

    record ByHashBatchRequest(List<ByHashRequest> files) {
        ByHashBatchRequest {
            files = List.copyOf(Required.field("files", files));
            if (files.isEmpty() || files.size() > MAX_FILES) {
                throw new CloudException(ErrorCode.INVALID_INPUT, "files: must be 1 to " + MAX_FILES);
            }
        }
    }

    /**
     * What became of one file.
     *
     * @param status as if it had been asked for by itself
     * @param file absent after a failure
     * @param error absent after a success
     */
    record ByHashResult(
            int status,
            @Nullable FileDto file,
            @Nullable String error,
            @Nullable String message) {}

    /** In the order of the request. */
    record ByHashBatch(List<ByHashResult> results) {
        ByHashBatch {
            results = List.copyOf(results);
        }
    }

    /** @param uploadPath where the bytes may be sent */
    record NotOwned(
            String status,
            String error,
            String message,
            String errorType,
            @Nullable String uploadPath) {}

    private final KnownContents contents;
    private final StoredFile stored;

    public ByHashResource(UploadDoors doors) {
        this.contents = doors.known();
        this.stored = new StoredFile(doors.files(), doors.favorites());
    }

    @POST
    @Refusal(of = Failure.NOT_FOUND, body = NotOwned.class)
    @Operation(
            value = "Makes a file of a content that a file of the caller's has",
            status = 201,
            body = FileDto.class,
            failures = {
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.ALREADY_EXISTS,
                Failure.LOCKED,
                Failure.QUOTA_EXCEEDED
            })
    public Response create(ByHashRequest body, @Context SecurityContext security) {
        Actor.User actor = Caller.actor(security);
        try {
            return stored.answer(actor, contents.create(actor, new NodeId(body.folderId), body.name, body.content()));
        } catch (CloudException e) {
            if (!KnownContents.NOT_OWNED.equals(e.reason())) {
                throw e;
            }
            return Response.status(Response.Status.NOT_FOUND)
                    .entity(new NotOwned(
                            "404 Not Found",
                            KnownContents.NOT_OWNED,
                            e.message(),
                            KnownContents.NOT_OWNED,
                            UPLOAD_PATH))
                    .build();
        }
    }

    @POST
    @Path("/batch")
    @Operation("Up to 1,000 such files, each by itself; the status of each is in the answer")
    public ByHashBatch createAll(ByHashBatchRequest body, @Context SecurityContext security) {
        Actor.User actor = Caller.actor(security);
        return new ByHashBatch(
                body.files.stream().map(wanted -> result(actor, wanted)).toList());
    }

    private ByHashResult result(Actor.User actor, ByHashRequest wanted) {
        try {
            var made = contents.create(actor, new NodeId(wanted.folderId), wanted.name, wanted.content());
            return new ByHashResult(201, stored.shown(actor, made.node(), true), null, null);
        } catch (CloudException e) {
            Failure failure = Failure.of(e.code());
            if (e.code().kind() == ErrorCode.Kind.FAULT) {
                throw e;
            }
            return new ByHashResult(
                    failure.status(), null, e.reason() == null ? failure.kind() : e.reason(), e.message());
        }
    }
}
