package io.oxicloud.chunk.job;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a job stands.
 *
 * @param source where contents move from, or null
 * @param target where they move to, or the id of the key they get, or null
 * @param whole of a check, whether it reads blobs; of a sweep, whether it waits for nothing
 * @param confirmed of a move, whether nodes may run without the source
 * @param total how many chunks there were at the start
 * @param seen how many of them were looked at
 * @param done of how many blobs something was changed
 * @param problems the first ones
 * @param problemCount all of them
 * @param note what holds it up, or null
 */
public record JobView(
        JobStatus status,
        @Nullable String source,
        @Nullable String target,
        boolean whole,
        boolean confirmed,
        long total,
        long seen,
        long done,
        long doneBytes,
        long workedMillis,
        List<JobProblem> problems,
        long problemCount,
        @Nullable String note,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt) {
    public JobView {
        problems = List.copyOf(problems);
    }
}
