package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.JavaTypeRegistration;
import org.jspecify.annotations.Nullable;

/** A distinct content. No version: rows change by bulk statements only, under their lock. */
@Entity
@JavaTypeRegistration(javaType = Hash.class, descriptorClass = HashJavaType.class) // for all entities
@Table(name = "manifest")
class ManifestEntity {
    @Id
    Hash digest;

    long size;

    int crc32;

    byte[] chunks;

    long refs;

    @Column(name = "marked_at")
    @Nullable
    Instant markedAt;

    /** By the clock of the database. */
    @Column(name = "made_at")
    Instant madeAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected ManifestEntity() {}
}
