package io.oxicloud.account.session;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row of one sign-in: the family of refresh tokens that follow from it. */
@Entity
@Table(name = "sign_in_session")
class SessionEntity {
    @Id
    UUID id;

    @Column(name = "user_id")
    UUID userId;

    String address;

    @Column(name = "user_agent")
    @Nullable
    String userAgent;

    @Column(name = "created_at")
    Instant createdAt;

    /** When the newest refresh token ends. */
    @Column(name = "expires_at")
    Instant expiresAt;

    @Column(name = "revoked_at")
    @Nullable
    Instant revokedAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected SessionEntity() {}

    SessionEntity(UUID id, UUID userId, String address, @Nullable String userAgent, Instant now, Instant expiresAt) {
        this.id = id;
        this.userId = userId;
        this.address = address;
        this.userAgent = userAgent;
        this.createdAt = now;
        this.expiresAt = expiresAt;
    }
}
