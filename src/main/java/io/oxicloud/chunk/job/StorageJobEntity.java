package io.oxicloud.chunk.job;

import io.oxicloud.base.Hash;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Row of {@code storage_job}. Changed under its lock only. */
@Entity
@Table(name = "storage_job")
class StorageJobEntity {
    @Id
    @Enumerated(EnumType.STRING)
    JobKind kind;

    @Enumerated(EnumType.STRING)
    JobStatus status;

    @Nullable
    String source;

    @Nullable
    String target;

    boolean whole;

    boolean confirmed;

    int concurrency;

    long run;

    @Nullable
    Hash reached;

    long total;

    long seen;

    long done;

    @Column(name = "done_bytes")
    long doneBytes;

    @Column(name = "worked_ms")
    long workedMillis;

    @Nullable
    String note;

    @Column(name = "started_at")
    @Nullable
    Instant startedAt;

    @Column(name = "ended_at")
    @Nullable
    Instant endedAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected StorageJobEntity() {}

    /** From the beginning. */
    void begin(Instant now, long all) {
        status = JobStatus.RUNNING;
        confirmed = false;
        run++;
        reached = null;
        total = all;
        seen = 0;
        done = 0;
        doneBytes = 0;
        workedMillis = 0;
        note = null;
        startedAt = now;
        endedAt = null;
    }

    void end(JobStatus how, Instant now) {
        status = how;
        note = null;
        endedAt = now;
    }
}
