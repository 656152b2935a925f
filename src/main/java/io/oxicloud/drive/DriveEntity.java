package io.oxicloud.drive;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.UserId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.DynamicUpdate;
import org.jspecify.annotations.Nullable;

/**
 * The row of one drive. Changed under a row lock, and only in the columns that change: {@code used_bytes} is counted by
 * statements of its own.
 */
@Entity
@DynamicUpdate
@Table(name = "drive")
class DriveEntity {
    @Id
    UUID id;

    @Enumerated(EnumType.STRING)
    DriveKind kind;

    String name;

    @Column(name = "default_for")
    @Nullable
    UUID defaultFor;

    @Column(name = "quota_bytes")
    @Nullable
    Long quotaBytes;

    @Column(name = "used_bytes")
    long usedBytes;

    String policies;

    @Column(name = "created_at")
    Instant createdAt;

    @Column(name = "updated_at")
    Instant updatedAt;

    @Version
    long version;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected DriveEntity() {}

    DriveEntity(DriveRow row) {
        id = row.id().value();
        kind = row.kind();
        name = row.name();
        defaultFor = row.defaultFor() == null ? null : row.defaultFor().value();
        quotaBytes = row.quotaBytes();
        usedBytes = row.usedBytes();
        policies = row.policies().encoded();
        createdAt = row.createdAt();
        updatedAt = row.updatedAt();
    }

    DriveRow row() {
        UserId owner = defaultFor == null ? null : new UserId(defaultFor);
        Policies decoded = Policies.decode(policies);
        return new DriveRow(new DriveId(id), kind, name, owner, quotaBytes, usedBytes, decoded, createdAt, updatedAt);
    }
}
