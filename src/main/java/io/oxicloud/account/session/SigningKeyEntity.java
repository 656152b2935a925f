package io.oxicloud.account.session;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;

/** The row of one key that signs access tokens, sealed. */
@Entity
@Table(name = "signing_key")
class SigningKeyEntity {
    @Id
    UUID id;

    /** The key with the highest one signs. */
    long number;

    byte[] sealed;

    @Column(name = "created_at")
    Instant createdAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected SigningKeyEntity() {}
}
