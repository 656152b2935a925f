package io.oxicloud.chunk.job;

import io.oxicloud.db.Tx;
import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rows of jobs and of what they could not do. */
final class JobRows {
    /** More are counted only. */
    static final int PROBLEMS = 1_000;

    /** As it is now, for looking. */
    StorageJobEntity get(Tx.Scope scope, JobKind kind) {
        return Objects.requireNonNull(scope.session().find(StorageJobEntity.class, kind), "the migration made it");
    }

    /** The run that is to be done, null if there is none. */
    @Nullable
    AskedRun asked(Tx.Scope scope, JobKind kind) {
        StorageJobEntity job = get(scope, kind);
        return job.status == JobStatus.RUNNING ? new AskedRun(job.run, job.whole) : null;
    }

    /** To be changed in this transaction. */
    StorageJobEntity lock(Tx.Scope scope, JobKind kind) {
        return Objects.requireNonNull(
                scope.session().find(StorageJobEntity.class, kind, LockModeType.PESSIMISTIC_WRITE),
                "the migration made it");
    }

    long problemCount(Tx.Scope scope, JobKind kind) {
        return scope.session()
                .createSelectionQuery("select count(*) from JobProblemEntity p where p.kind = :kind", Long.class)
                .setParameter("kind", kind)
                .getSingleResult();
    }

    List<JobProblem> problems(Tx.Scope scope, JobKind kind, int most) {
        return scope.session()
                .createSelectionQuery(
                        "select p.what, p.about from JobProblemEntity p where p.kind = :kind order by p.kind, p.number",
                        JobProblem.class)
                .setParameter("kind", kind)
                .setMaxResults(most)
                .getResultList();
    }

    /** Under the lock of the job. Those that are too many are left out, and nothing but their being there matters. */
    void add(Tx.Scope scope, JobKind kind, List<JobProblem> problems) {
        int number = (int) problemCount(scope, kind);
        for (JobProblem problem : problems) {
            if (number < PROBLEMS) {
                scope.session().persist(new JobProblemEntity(kind, number++, problem));
            }
        }
    }

    void clearProblems(Tx.Scope scope, JobKind kind) {
        scope.session()
                .createMutationQuery("delete from JobProblemEntity p where p.kind = :kind")
                .setParameter("kind", kind)
                .executeUpdate();
    }

    long chunks(Tx.Scope scope) {
        return scope.session()
                .createNativeQuery("select count(*) as chunks from chunk", Long.class)
                .addScalar("chunks", Long.class)
                .getSingleResult();
    }

    /** What a check looks at: contents, chunks, and the blob of each chunk. */
    long rowsToCheck(Tx.Scope scope) {
        long contents = scope.session()
                .createNativeQuery("select count(*) as contents from manifest", Long.class)
                .addScalar("contents", Long.class)
                .getSingleResult();
        return contents + 2 * chunks(scope);
    }

    JobView view(Tx.Scope scope, JobKind kind, int problems) {
        StorageJobEntity job = get(scope, kind);
        return new JobView(
                job.status,
                job.source,
                job.target,
                job.whole,
                job.confirmed,
                job.total,
                job.seen,
                job.done,
                job.doneBytes,
                job.workedMillis,
                problems(scope, kind, problems),
                problemCount(scope, kind),
                job.note,
                job.startedAt,
                job.endedAt);
    }
}
