package io.oxicloud.db;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Row of {@code stored_setting}. */
@Entity
@Table(name = "stored_setting")
class StoredSettingEntity {
    @Id
    String name;

    @Nullable
    String plain;

    byte @Nullable [] sealed;

    @Column(name = "changed_by")
    UUID changedBy;

    @Column(name = "changed_at")
    Instant changedAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected StoredSettingEntity() {}
}
