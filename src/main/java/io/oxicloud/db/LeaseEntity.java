package io.oxicloud.db;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;

/** Row of {@code lease}. */
@Entity
@Table(name = "lease")
class LeaseEntity {
    @Id
    String name;

    UUID holder;

    @Column(name = "expires_at")
    Instant expiresAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected LeaseEntity() {}
}
