package io.oxicloud.files;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.util.UUID;

/** The row of a dead property. Changed under the lock of its node's row, so it needs no version. */
@Entity
@Table(name = "dead_property")
class DeadPropertyEntity {
    @EmbeddedId
    DeadPropertyId id;

    String markup;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected DeadPropertyEntity() {}

    DeadPropertyEntity(DeadPropertyId id, String markup) {
        this.id = id;
        this.markup = markup;
    }

    DeadPropertyEntity on(UUID node) {
        return new DeadPropertyEntity(new DeadPropertyId(node, id.namespace(), id.name()), markup);
    }

    PropertyName name() {
        return new PropertyName(id.namespace(), id.name());
    }

    DeadProperty property() {
        return new DeadProperty(name(), markup);
    }
}
