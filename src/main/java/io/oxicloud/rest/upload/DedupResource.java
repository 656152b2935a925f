package io.oxicloud.rest.upload;

import io.oxicloud.base.Actor;
import io.oxicloud.base.Hash;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.upload.KnownContents;
import io.oxicloud.http.Body;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import io.oxicloud.rest.Required;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which contents the caller has, asked by digest. What others have is as if it was nowhere. */
@Path("/dedup")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class DedupResource {
    /** @param refCount files and versions with this content, whoever has them; for administrators */
    record KnownContent(
            boolean exists,
            String hash,
            @Nullable Long existingSize,
            @Nullable Long refCount) {}

    record DedupBatchRequest(List<@Nullable String> hashes) {
        DedupBatchRequest {
            hashes = Collections.unmodifiableList(new ArrayList<>(Required.field("hashes", hashes)));
        }
    }

    record OwnedContents(List<String> owned) {
        OwnedContents {
            owned = List.copyOf(owned);
        }
    }

    private final KnownContents contents;

    public DedupResource(UploadDoors doors) {
        this.contents = doors.known();
    }

    @GET
    @Path("/check/{hash}")
    @Operation("Whether the caller has a content")
    public KnownContent check(@PathParam("hash") String text, @Context SecurityContext security) {
        Actor.User actor = Caller.actor(security);
        Hash hash = HashText.parse("hash", text);
        Long size = contents.sizes(actor, List.of(hash)).get(hash);
        boolean counted = size != null && actor.admin();
        return new KnownContent(
                size != null, hash.hex(), size, counted ? (Long) contents.references(actor, hash) : null);
    }

    @POST
    @Path("/check-batch")
    @Operation("Which of up to 10,000 contents the caller has; what is no digest is left out")
    public OwnedContents checkAll(DedupBatchRequest body, @Context SecurityContext security) {
        Set<Hash> asked = HashText.valid(KnownContents.bounded(body.hashes));
        Map<Hash, Long> owned = contents.sizes(Caller.actor(security), asked);
        return new OwnedContents(
                asked.stream().filter(owned::containsKey).map(Hash::hex).toList());
    }

    @GET
    @Path("/blob/{hash}")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    @Operation(value = "The bytes of a content that the caller has", body = byte[].class, failures = Failure.NOT_FOUND)
    public Response bytes(@PathParam("hash") String text, @Context SecurityContext security) {
        Hash hash = HashText.parse("hash", text);
        FileContent content = contents.open(Caller.actor(security), hash);
        return Response.ok(Body.of(content.stream()))
                .header(HttpHeaders.CONTENT_LENGTH, content.length())
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment")
                .header("X-Dedup-Hash", hash.hex())
                .build();
    }
}
