package io.oxicloud.db;

import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Table;
import java.time.Instant;

/** Row of {@code change_entry}. */
@Entity
@Table(name = "change_entry")
class ChangeEntryEntity {
    @EmbeddedId
    ChangeEntryId id;

    long stamp;
    String member;

    @Enumerated(EnumType.STRING)
    ChangeKind kind;

    @Column(name = "changed_at")
    Instant changedAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected ChangeEntryEntity() {}

    ChangeEntryEntity(ChangeEntryId id, long stamp, String member, ChangeKind kind, Instant changedAt) {
        this.id = id;
        this.stamp = stamp;
        this.member = member;
        this.kind = kind;
        this.changedAt = changedAt;
    }
}
