package io.oxicloud.rest.storage;

import io.oxicloud.chunk.job.JobProblem;
import io.oxicloud.chunk.job.JobView;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the move of all contents stands.
 *
 * @param status idle, running, paused, completed or failed
 * @param confirmed whether nodes may run with the target alone
 * @param waitingFor what holds it up
 * @param migratedBlobs how many are in the target
 * @param migratedBytes of content that was copied
 * @param failedBlobs those that could not be copied; some of very many
 */
record MigrationDto(
        String status,
        boolean confirmed,
        @Nullable String waitingFor,
        @Nullable String source,
        @Nullable String target,
        long totalBlobs,
        long migratedBlobs,
        long migratedBytes,
        List<FailedBlob> failedBlobs,
        @Nullable Instant startedAt,
        @Nullable Instant completedAt,
        long throughputBytesPerSec) {
    private static final long MILLIS = 1_000;

    record FailedBlob(String blob, String reason) {
        static FailedBlob of(JobProblem problem) {
            return new FailedBlob(problem.what(), problem.about());
        }
    }

    static MigrationDto of(JobView job) {
        return new MigrationDto(
                job.status().name().toLowerCase(Locale.ROOT),
                job.confirmed(),
                job.note(),
                job.source(),
                job.target(),
                job.total(),
                job.seen() - job.problemCount(),
                job.doneBytes(),
                job.problems().stream().map(FailedBlob::of).toList(),
                job.startedAt(),
                job.endedAt(),
                job.workedMillis() == 0 ? 0 : job.doneBytes() * MILLIS / job.workedMillis());
    }
}
