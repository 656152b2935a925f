package io.oxicloud.rest.storage;

import io.oxicloud.chunk.job.JobStatus;
import io.oxicloud.chunk.job.JobView;
import io.oxicloud.chunk.job.Rekeys;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import io.oxicloud.rest.storage.MigrationDto.FailedBlob;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The encryption of all contents with the newest key (docs/storage.md, "Encryption"). */
@Path("/admin/storage/keys")
@Produces(MediaType.APPLICATION_JSON)
public final class KeysResource {
    private final Rekeys rekeys;

    KeysResource(Rekeys rekeys) {
        this.rekeys = rekeys;
    }

    /**
     * How it stands.
     *
     * @param status idle, running, completed or failed
     * @param key id of the key that blobs get; says nothing of the key
     * @param formerKeysNeeded whether blobs may be left that are under another key
     * @param renewedBlobs how many were encrypted again
     * @param failedBlobs some of those that could not be
     */
    record KeysDto(
            String status,
            @Nullable String key,
            boolean formerKeysNeeded,
            @Nullable String waitingFor,
            long totalBlobs,
            long lookedBlobs,
            long renewedBlobs,
            long renewedBytes,
            List<FailedBlob> failedBlobs,
            @Nullable Instant startedAt,
            @Nullable Instant completedAt) {
        static KeysDto of(JobView job) {
            return new KeysDto(
                    job.status().name().toLowerCase(Locale.ROOT),
                    job.target(),
                    job.status() == JobStatus.RUNNING || job.status() == JobStatus.FAILED,
                    job.note(),
                    job.total(),
                    job.seen(),
                    job.done(),
                    job.doneBytes(),
                    job.problems().stream().map(FailedBlob::of).toList(),
                    job.startedAt(),
                    job.endedAt());
        }
    }

    @GET
    @Operation("How far the contents are encrypted with the newest key")
    public KeysDto state(@Context SecurityContext security) {
        return KeysDto.of(rekeys.view(Caller.actor(security)));
    }

    @POST
    @Path("/renew")
    @Operation(
            value = "Looks at all contents once more for former keys, in the background",
            status = 202,
            failures = Failure.CONFLICT)
    public KeysDto renew(@Context SecurityContext security) {
        return KeysDto.of(rekeys.start(Caller.actor(security)));
    }
}
