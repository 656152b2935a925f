package io.oxicloud.account.limit;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The row of what failed: from a network, for an account from a network, or for the very credentials that were tried. */
@Entity
@Table(name = "sign_in_block")
class BlockEntity {
    @Id
    String id;

    String account;

    String network;

    int failures;

    @Column(name = "blocked_until")
    @Nullable
    Instant blockedUntil;

    @Column(name = "expires_at")
    Instant expiresAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected BlockEntity() {}

    boolean blocks(Instant now) {
        return blockedUntil != null && blockedUntil.isAfter(now);
    }

    boolean isOver(Instant now) {
        return !expiresAt.isAfter(now);
    }
}
