package io.oxicloud.account;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.util.UUID;

/** A group is a direct member of another group. */
@Entity
@Table(name = "group_nesting")
@IdClass(GroupNestingEntity.Key.class)
class GroupNestingEntity {
    @Id
    @Column(name = "parent_id")
    UUID parentId;

    @Id
    @Column(name = "child_id")
    UUID childId;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected GroupNestingEntity() {}

    record Key(UUID parentId, UUID childId) {}
}
