package io.oxicloud.db;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Row of {@code sealed_check}. */
@Entity
@Table(name = "sealed_check")
class SealedCheckEntity {
    /** The key of the one row. */
    static final int ONE = 1;

    @Id
    int id;

    byte[] sealed;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected SealedCheckEntity() {}
}
