package io.oxicloud.account;

import io.oxicloud.base.GroupId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row of one group. */
@Entity
@Table(name = "user_group")
class GroupEntity {
    @Id
    UUID id;

    String name;

    @Column(name = "name_key")
    String nameKey;

    @Nullable
    String description;

    /** Its members are not rows but follow from what users are. */
    @Column(name = "is_virtual")
    boolean virtual;

    @Column(name = "created_at")
    Instant createdAt;

    @Column(name = "updated_at")
    Instant updatedAt;

    @Version
    long version;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected GroupEntity() {}

    GroupEntity(UUID id, GroupName name, @Nullable String description, Instant createdAt) {
        this.id = id;
        this.name = name.text();
        this.nameKey = name.key();
        this.description = description;
        this.createdAt = createdAt;
        this.updatedAt = createdAt;
    }

    GroupView view() {
        return new GroupView(new GroupId(id), name, description, virtual, createdAt, updatedAt);
    }
}
