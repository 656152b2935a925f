package io.oxicloud.db;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** Row of {@code change_counter}. */
@Entity
@Table(name = "change_counter")
class ChangeCounterEntity {
    @Id
    UUID collection;

    @Column(name = "last_number")
    long lastNumber;

    @Column(name = "last_stamp")
    long lastStamp;

    @Column(name = "pruned_to")
    long prunedTo;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected ChangeCounterEntity() {}
}
