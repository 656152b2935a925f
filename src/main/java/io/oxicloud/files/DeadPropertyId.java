package io.oxicloud.files;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.util.UUID;

/** A property's name on one node. */
@Embeddable
record DeadPropertyId(@Column(name = "node_id") UUID node, String namespace, String name) {
    static DeadPropertyId of(UUID node, PropertyName name) {
        return new DeadPropertyId(node, name.namespace(), name.name());
    }
}
