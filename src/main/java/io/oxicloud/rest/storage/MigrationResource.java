package io.oxicloud.rest.storage;

import io.oxicloud.chunk.job.Moves;
import io.oxicloud.chunk.job.TargetSample;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import io.oxicloud.rest.OptionalBody;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The move of all contents to another storage, while it is in use (docs/deploy/moving.md). */
@Path("/admin/storage/migration")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class MigrationResource {
    private static final int SAMPLE = 100;

    private final Moves moves;

    MigrationResource(Moves moves) {
        this.moves = moves;
    }

    /** @param concurrency blobs that are read at a time, 1 to 32 */
    record MigrationRequest(@Nullable Integer concurrency) {}

    /** @param acceptFailed whether blobs that could not be moved are given up */
    record MigrationEndRequest(@Nullable Boolean acceptFailed) {}

    record MigrationEndDto(MigrationDto migration, String message) {}

    /** @param sampleSize 1 to 1000 */
    record MigrationSampleRequest(@Nullable Integer sampleSize) {}

    /**
     * @param pgBlobCount how many blobs must be there, by the database, whichever it is
     * @param damagedInTarget those with their length and other bytes
     */
    record MigrationSampleDto(
            long pgBlobCount,
            int sampleChecked,
            List<String> missingInTarget,
            List<String> sizeMismatches,
            List<String> damagedInTarget,
            boolean passed) {
        static MigrationSampleDto of(TargetSample.Result result) {
            return new MigrationSampleDto(
                    result.known(),
                    result.checked(),
                    result.missing(),
                    result.misfits(),
                    result.damaged(),
                    result.passed());
        }
    }

    @GET
    @Operation("How far the contents have moved to another storage")
    public MigrationDto state(@Context SecurityContext security) {
        return MigrationDto.of(moves.view(Caller.actor(security)));
    }

    @POST
    @Path("/start")
    @Operation(
            value = "Begins to move all contents; new ones go to the target from now on",
            failures = Failure.CONFLICT)
    public MigrationDto start(@OptionalBody @Nullable MigrationRequest body, @Context SecurityContext security) {
        Integer concurrency = body == null ? null : body.concurrency;
        return MigrationDto.of(
                moves.start(Caller.actor(security), concurrency == null ? Moves.CONCURRENCY : concurrency));
    }

    @POST
    @Path("/pause")
    @Operation(value = "Stops copying for now", failures = Failure.CONFLICT)
    public MigrationDto pause(@Context SecurityContext security) {
        return MigrationDto.of(moves.pause(Caller.actor(security)));
    }

    @POST
    @Path("/resume")
    @Operation(value = "Goes on copying, or tries again what failed", failures = Failure.CONFLICT)
    public MigrationDto resume(@Context SecurityContext security) {
        return MigrationDto.of(moves.resume(Caller.actor(security)));
    }

    @POST
    @Path("/complete")
    @Operation(value = "Lets nodes run with the target alone, once all is there", failures = Failure.CONFLICT)
    public MigrationEndDto complete(
            @OptionalBody @Nullable MigrationEndRequest body, @Context SecurityContext security) {
        boolean accept = body != null && Boolean.TRUE.equals(body.acceptFailed);
        var migration = MigrationDto.of(moves.complete(Caller.actor(security), accept));
        return new MigrationEndDto(
                migration,
                "Give each node the settings STORAGE_* of the target, take STORAGE_TARGET_* away, and restart it");
    }

    @POST
    @Path("/verify")
    @Operation(
            value = "Reads some blobs in the target and compares them with their digests",
            failures = {Failure.CONFLICT, Failure.UNAVAILABLE})
    public MigrationSampleDto verify(
            @OptionalBody @Nullable MigrationSampleRequest body, @Context SecurityContext security) {
        Integer size = body == null ? null : body.sampleSize;
        return MigrationSampleDto.of(moves.verify(Caller.actor(security), size == null ? SAMPLE : size));
    }
}
