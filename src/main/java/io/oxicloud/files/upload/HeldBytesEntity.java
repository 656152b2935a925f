package io.oxicloud.files.upload;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** How much one account holds. Changes by single statements only. */
@Entity
@Table(name = "held_bytes")
class HeldBytesEntity {
    @Id
    @Column(name = "account_id")
    UUID accountId;

    long bytes;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected HeldBytesEntity() {}
}
