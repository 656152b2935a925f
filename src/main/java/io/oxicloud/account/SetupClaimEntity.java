package io.oxicloud.account;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** The one row that says that the first administrator has been made. */
@Entity
@Table(name = "setup_claim")
class SetupClaimEntity {
    static final short ONE = 1;

    @Id
    short id;

    @Column(name = "claimed_at")
    Instant claimedAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected SetupClaimEntity() {}
}
