package io.oxicloud.account;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.util.UUID;

/** A user is a direct member of a group. */
@Entity
@Table(name = "group_user")
@IdClass(GroupUserEntity.Key.class)
class GroupUserEntity {
    @Id
    @Column(name = "group_id")
    UUID groupId;

    @Id
    @Column(name = "user_id")
    UUID userId;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected GroupUserEntity() {}

    record Key(UUID groupId, UUID userId) {}
}
