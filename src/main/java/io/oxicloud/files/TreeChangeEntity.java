package io.oxicloud.files;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** The row of a change that the folders further up have not heard of. */
@Entity
@Table(name = "tree_change")
class TreeChangeEntity {
    @EmbeddedId
    RevisionId id;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected TreeChangeEntity() {}

    TreeChangeEntity(RevisionId id) {
        this.id = id;
    }
}
