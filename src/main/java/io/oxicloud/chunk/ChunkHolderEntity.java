package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** That a content has a chunk, once however often it does: what its manifest says, the other way round. Comes and goes with it. */
@Entity
@Table(name = "chunk_holder")
@IdClass(ChunkHolderEntity.Key.class)
class ChunkHolderEntity {
    @Id
    Hash digest;

    @Id
    Hash content;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected ChunkHolderEntity() {}

    record Key(Hash digest, Hash content) implements Serializable {}
}
