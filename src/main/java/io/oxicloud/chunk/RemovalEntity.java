package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A blob that is to be deleted. */
@Entity
@Table(name = "chunk_removal")
@IdClass(RemovalEntity.Key.class)
class RemovalEntity {
    @Id
    Hash digest;

    @Id
    int life;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected RemovalEntity() {}

    record Key(Hash digest, int life) implements Serializable {}
}
