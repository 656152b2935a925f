package io.oxicloud.rest.storage;

import io.oxicloud.chunk.job.Checks;
import io.oxicloud.chunk.job.JobProblem;
import io.oxicloud.chunk.job.JobStatus;
import io.oxicloud.chunk.job.JobView;
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
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The check of all contents against the database (docs/storage.md, "Checking"). */
@Path("/admin/storage/fsck")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class CheckResource {
    private static final int FINDINGS = 1_000;

    private final Checks checks;

    CheckResource(Checks checks) {
        this.checks = checks;
    }

    /** @param deep whether every blob is read */
    record CheckRequest(@Nullable Boolean deep) {}

    /**
     * How the last check stands.
     *
     * @param status {@code idle}, {@code running}, {@code completed}, or {@code failed} if it could not be done
     * @param total rows and blobs to look at, as it seemed at the start
     * @param message what came out of it
     */
    record CheckDto(
            String status,
            boolean deep,
            long total,
            long looked,
            long findings,
            @Nullable String message,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt) {
        static CheckDto of(JobView job) {
            return new CheckDto(
                    job.status().name().toLowerCase(Locale.ROOT),
                    job.whole(),
                    job.total(),
                    job.seen(),
                    job.problemCount(),
                    job.note(),
                    job.startedAt(),
                    job.endedAt());
        }
    }

    /**
     * @param kind what is wrong, as {@code BLOB_MISSING}
     * @param files some of those that suffer from it
     */
    record FindingDto(String kind, String message, List<String> files) {
        static FindingDto of(JobProblem problem) {
            List<String> lines = problem.about().lines().toList();
            return new FindingDto(problem.what(), lines.get(0), lines.subList(1, lines.size()));
        }
    }

    /**
     * @param clean whether a check came to its end and found nothing
     * @param findings the first thousand
     */
    record ReportDto(CheckDto check, boolean clean, List<FindingDto> findings) {}

    @GET
    @Operation("How far the check of the storage is")
    public CheckDto state(@Context SecurityContext security) {
        return CheckDto.of(checks.view(Caller.actor(security), 0));
    }

    @POST
    @Path("/start")
    @Operation(
            value = "Compares all contents with the database, in the background",
            status = 202,
            failures = Failure.CONFLICT)
    public CheckDto start(@OptionalBody @Nullable CheckRequest body, @Context SecurityContext security) {
        return CheckDto.of(checks.start(Caller.actor(security), body != null && Boolean.TRUE.equals(body.deep)));
    }

    @POST
    @Path("/stop")
    @Operation("Gives the check up, if one runs")
    public CheckDto stop(@Context SecurityContext security) {
        return CheckDto.of(checks.stop(Caller.actor(security)));
    }

    @GET
    @Path("/report")
    @Operation("What the last check found")
    public ReportDto report(@Context SecurityContext security) {
        JobView job = checks.view(Caller.actor(security), FINDINGS);
        return new ReportDto(
                CheckDto.of(job),
                job.status() == JobStatus.COMPLETED && job.problemCount() == 0,
                job.problems().stream().map(FindingDto::of).toList());
    }
}
