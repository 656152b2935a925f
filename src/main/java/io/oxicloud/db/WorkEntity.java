package io.oxicloud.db;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Row of {@code work}. */
@Entity
@Table(name = "work")
class WorkEntity {
    @Id
    UUID id;

    String kind;
    String payload;

    @Enumerated(EnumType.STRING)
    WorkState state;

    @Column(name = "due_at")
    Instant dueAt;

    int attempts;

    @Nullable
    UUID claim;

    @Column(name = "last_error")
    @Nullable
    String lastError;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected WorkEntity() {}

    WorkEntity(UUID id, String kind, String payload, Instant dueAt) {
        this.id = id;
        this.kind = kind;
        this.payload = payload;
        this.state = WorkState.WAITING;
        this.dueAt = dueAt;
    }
}
