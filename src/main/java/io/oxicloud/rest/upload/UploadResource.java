package io.oxicloud.rest.upload;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.upload.Uploads;
import io.oxicloud.http.RequestBody;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import io.oxicloud.rest.Takes;
import io.oxicloud.rest.file.FileDto;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
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
import org.jspecify.annotations.Nullable;

/** Files that come in one request: as a form, or as nothing but their bytes. */
@Path("/files")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.WILDCARD)
public final class UploadResource {
    private static final int MAX_ID = 64;
    private static final int MAX_BOUNDARY = 70;
    private static final String UNNAMED = "unnamed";

    private final Uploads uploads;
    private final StoredFile stored;

    public UploadResource(UploadDoors doors) {
        this.uploads = doors.uploads();
        this.stored = new StoredFile(doors.files(), doors.favorites());
    }

    @POST
    @Path("/upload")
    @Takes(
            value = MediaType.MULTIPART_FORM_DATA,
            parts = {"folder_id", "file"})
    @Operation(
            value = "Makes a file of the first file of a form; folder_id has to come before it",
            status = 201,
            body = FileDto.class,
            failures = {
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.ALREADY_EXISTS,
                Failure.LOCKED,
                Failure.QUOTA_EXCEEDED
            })
    public Response form(InputStream body, @Context HttpHeaders headers, @Context SecurityContext security)
            throws IOException {
        Actor.User actor = Caller.actor(security);
        var form = new FormParts(new RequestBody(body), boundary(headers.getMediaType()));
        NodeId folder = null;
        for (FormPart part = form.next(); part != null; part = form.next()) {
            if (part.name().equals("folder_id") && part.filename() == null) {
                String id = part.text(MAX_ID);
                folder = id.isEmpty() ? null : folder(id);
            } else if (part.name().equals("file")) {
                String name = part.lastSegment(UNNAMED);
                return stored.answer(
                        actor, uploads.create(actor, folder, name, WholeFile.declared(part.type()), part.bytes()));
            }
        }
        throw new CloudException(ErrorCode.INVALID_INPUT, "file: the form has no such part");
    }

    @PUT
    @Takes(MediaType.APPLICATION_OCTET_STREAM)
    @Operation(
            value = "Makes a file of the body (201), or gives the file of that name new content (200)",
            body = FileDto.class,
            failures = {
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.ALREADY_EXISTS,
                Failure.PRECONDITION_FAILED,
                Failure.LOCKED,
                Failure.QUOTA_EXCEEDED
            })
    public Response put(
            InputStream body,
            @QueryParam("folder_id") NodeId folder,
            @QueryParam("name") String name,
            @Context HttpHeaders headers,
            @Context SecurityContext security)
            throws IOException {
        WholeFile sent = WholeFile.of(headers, body);
        Actor.User actor = Caller.actor(security);
        return stored.answer(
                actor,
                uploads.put(actor, folder, name, sent.declared(), sent.condition(), sent.bytes(), sent.length()));
    }

    @PUT
    @Path("/{id}")
    @Takes(MediaType.APPLICATION_OCTET_STREAM)
    @Operation(
            value = "Gives a file the bytes of the body; what it had becomes a former version",
            body = FileDto.class,
            failures = {
                Failure.NOT_FOUND,
                Failure.NOT_ALLOWED,
                Failure.CONFLICT,
                Failure.PRECONDITION_FAILED,
                Failure.LOCKED,
                Failure.QUOTA_EXCEEDED
            })
    public Response replace(
            InputStream body,
            @PathParam("id") NodeId file,
            @Context HttpHeaders headers,
            @Context SecurityContext security)
            throws IOException {
        WholeFile sent = WholeFile.of(headers, body);
        Actor.User actor = Caller.actor(security);
        return stored.answer(
                actor, uploads.replace(actor, file, sent.declared(), sent.condition(), sent.bytes(), sent.length()));
    }

    private static NodeId folder(String id) {
        try {
            return NodeId.parse(id);
        } catch (CloudException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "folder_id: not an id", e);
        }
    }

    private static String boundary(@Nullable MediaType type) {
        String boundary = type == null || !type.isCompatible(MediaType.MULTIPART_FORM_DATA_TYPE)
                ? null
                : type.getParameters().get("boundary");
        if (boundary == null || boundary.isEmpty() || boundary.length() > MAX_BOUNDARY) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT,
                    "the body must be multipart/form-data with a boundary of 1 to 70 characters");
        }
        return boundary;
    }
}
