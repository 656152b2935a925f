package io.oxicloud.chunk;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;

/** A running upload. Changes by bulk statements only. */
@Entity
@Table(name = "chunk_lease")
class UploadLeaseEntity {
    @Id
    UUID id;

    /** By the clock of the database. */
    @Column(name = "renewed_at")
    Instant renewedAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected UploadLeaseEntity() {}
}
