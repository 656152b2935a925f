package io.oxicloud.account.limit;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** The row of one stretch of time: what was done, from where, how often. */
@Entity
@Table(name = "rate_window")
class RateWindowEntity {
    /** What, which window, which network. */
    @Id
    String id;

    long hits;

    @Column(name = "expires_at")
    Instant expiresAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected RateWindowEntity() {}
}
