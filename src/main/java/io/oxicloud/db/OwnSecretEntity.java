package io.oxicloud.db;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Row of {@code own_secret}. */
@Entity
@Table(name = "own_secret")
class OwnSecretEntity {
    @Id
    String name;

    byte[] sealed;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected OwnSecretEntity() {}
}
