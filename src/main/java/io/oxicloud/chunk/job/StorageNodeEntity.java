package io.oxicloud.chunk.job;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Row of {@code storage_node}. */
@Entity
@Table(name = "storage_node")
class StorageNodeEntity {
    @Id
    UUID id;

    String place;

    @Nullable
    String target;

    @Column(name = "key_id")
    @Nullable
    String keyId;

    @Column(name = "to_target")
    boolean toTarget;

    @Column(name = "seen_at")
    Instant seenAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected StorageNodeEntity() {}

    StorageNodeEntity(UUID id, NodeSetup setup, boolean toTarget, Instant seenAt) {
        this.id = id;
        this.place = setup.place();
        this.target = setup.target();
        this.keyId = setup.keyId();
        this.toTarget = toTarget;
        this.seenAt = seenAt;
    }
}
