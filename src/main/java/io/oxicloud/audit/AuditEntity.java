package io.oxicloud.audit;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Row of {@code audit_event}. */
@Entity
@Table(name = "audit_event")
class AuditEntity {
    @Id
    UUID id;

    Instant at;

    @Enumerated(EnumType.STRING)
    @Column(name = "actor_kind")
    ActorKind actorKind;

    @Column(name = "actor_id")
    @Nullable
    UUID actorId;

    @Nullable
    String job;

    String event;
    String details;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected AuditEntity() {}

    AuditEntity(UUID id, Instant at, ActorKind actorKind, String event, String details) {
        this.id = id;
        this.at = at;
        this.actorKind = actorKind;
        this.event = event;
        this.details = details;
    }
}
