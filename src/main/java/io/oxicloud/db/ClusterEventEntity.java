package io.oxicloud.db;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Row of {@code cluster_event}. Only read through Hibernate: rows are written many at once. */
@Entity
@Table(name = "cluster_event")
class ClusterEventEntity {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Nullable
    Long id;

    UUID node;
    String topic;

    @Nullable
    String item;

    @Column(name = "created_at")
    Instant createdAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected ClusterEventEntity() {}
}
