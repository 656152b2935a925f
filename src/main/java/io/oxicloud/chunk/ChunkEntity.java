package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A distinct chunk. No version: rows change by bulk statements only, under their lock. */
@Entity
@Table(name = "chunk")
class ChunkEntity {
    @Id
    Hash digest;

    int life;

    int size;

    long refs;

    boolean durable;

    @Column(name = "marked_at")
    @Nullable
    Instant markedAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected ChunkEntity() {}

    /** A chunk that nobody has put yet. */
    ChunkEntity(Hash digest, int life, int size) {
        this.digest = digest;
        this.life = life;
        this.size = size;
    }
}
