package io.oxicloud.account;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row of one app password. Revoking deletes it: what was is in the audit log. */
@Entity
@Table(name = "app_password")
class AppPasswordEntity {
    @Id
    UUID id;

    @Column(name = "user_id")
    UUID userId;

    String label;

    String prefix;

    @Column(name = "password_hash")
    String passwordHash;

    String scopes;

    @Column(name = "created_at")
    Instant createdAt;

    @Column(name = "expires_at")
    @Nullable
    Instant expiresAt;

    @Column(name = "last_used_at")
    @Nullable
    Instant lastUsedAt;

    @SuppressWarnings("NullAway.Init") // Hibernate and AppPasswords fill the fields
    AppPasswordEntity() {}
}
