package io.oxicloud.access;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row of one grant. Read and written by statements only, so it needs no version. */
@Entity
@Table(name = "role_grant")
class GrantEntity {
    @Id
    UUID id;

    @Column(name = "subject_kind")
    @Enumerated(EnumType.STRING)
    Subject.Kind subjectKind;

    @Column(name = "subject_id")
    UUID subjectId;

    @Column(name = "resource_kind")
    @Enumerated(EnumType.STRING)
    Resource.Kind resourceKind;

    @Column(name = "resource_id")
    UUID resourceId;

    @Column(name = "role_name")
    @Enumerated(EnumType.STRING)
    Role role;

    @Column(name = "granted_by")
    @Nullable
    UUID grantedBy;

    @Column(name = "granted_at")
    Instant grantedAt;

    @Column(name = "expires_at")
    @Nullable
    Instant expiresAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected GrantEntity() {}
}
