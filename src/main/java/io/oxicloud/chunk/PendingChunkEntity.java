package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import java.util.UUID;

/** A chunk that an account has sent for a file that is still to be put together. It stays, and is that account's, till then. */
@Entity
@Table(name = "pending_chunk")
@IdClass(PendingChunkEntity.Key.class)
class PendingChunkEntity {
    @Id
    @Column(name = "account_id")
    UUID accountId;

    @Id
    Hash digest;

    int size;

    /** By the clock of the database. */
    Instant until;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected PendingChunkEntity() {}

    record Key(UUID accountId, Hash digest) implements Serializable {}
}
