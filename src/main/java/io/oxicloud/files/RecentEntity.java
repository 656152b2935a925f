package io.oxicloud.files;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;

/** The row of a recently opened node. Read and changed by statements only, so it needs no version. */
@Entity
@Table(name = "recent")
class RecentEntity {
    @EmbeddedId
    MarkId id;

    Instant at;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected RecentEntity() {}
}
