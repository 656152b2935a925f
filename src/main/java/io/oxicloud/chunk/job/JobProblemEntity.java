package io.oxicloud.chunk.job;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** Row of {@code storage_job_problem}. */
@Entity
@Table(name = "storage_job_problem")
@IdClass(JobProblemEntity.Key.class)
class JobProblemEntity {
    @Id
    @Enumerated(EnumType.STRING)
    JobKind kind;

    @Id
    int number;

    String what;

    String about;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected JobProblemEntity() {}

    JobProblemEntity(JobKind kind, int number, JobProblem problem) {
        this.kind = kind;
        this.number = number;
        this.what = problem.what();
        this.about = problem.about();
    }

    record Key(JobKind kind, int number) implements Serializable {}
}
