package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.UUID;

/** A chunk that a running upload holds. Goes with its lease. */
@Entity
@Table(name = "chunk_pin")
@IdClass(PinEntity.Key.class)
class PinEntity {
    @Id
    @Column(name = "lease_id")
    UUID leaseId;

    @Id
    Hash digest;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected PinEntity() {}

    record Key(UUID leaseId, Hash digest) implements Serializable {}
}
