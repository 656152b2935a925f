package io.oxicloud.files;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.util.UUID;

/** One node as one user has it in a list of his own. */
@Embeddable
record MarkId(
        @Column(name = "user_id") UUID user,
        @Column(name = "node_id") UUID node) {}
