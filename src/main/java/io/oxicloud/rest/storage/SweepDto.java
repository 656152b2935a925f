package io.oxicloud.rest.storage;

import io.oxicloud.chunk.job.JobStatus;
import io.oxicloud.chunk.job.JobView;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the last removal that somebody asked for stands.
 *
 * @param ok whether it is done
 * @param status {@code idle}, {@code running} or {@code completed}
 * @param bytesFreed of contents that are gone
 */
record SweepDto(
        boolean ok,
        String status,
        long blobsDeleted,
        long bytesFreed,
        boolean forced,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt) {
    static SweepDto of(JobView job) {
        return new SweepDto(
                job.status() == JobStatus.COMPLETED,
                job.status().name().toLowerCase(Locale.ROOT),
                job.done(),
                job.doneBytes(),
                job.whole(),
                job.startedAt(),
                job.endedAt());
    }
}
