package io.oxicloud.account.session;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row of one refresh token, under its hash. Used ones stay until they would have expired. */
@Entity
@Table(name = "refresh_token")
class RefreshTokenEntity {
    @Id
    @Column(name = "token_hash")
    byte[] tokenHash;

    @Column(name = "session_id")
    UUID sessionId;

    @Column(name = "expires_at")
    Instant expiresAt;

    @Column(name = "used_at")
    @Nullable
    Instant usedAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected RefreshTokenEntity() {}

    RefreshTokenEntity(byte[] tokenHash, UUID sessionId, Instant expiresAt) {
        this.tokenHash = tokenHash.clone();
        this.sessionId = sessionId;
        this.expiresAt = expiresAt;
    }
}
