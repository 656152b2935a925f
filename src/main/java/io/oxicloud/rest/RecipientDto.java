package io.oxicloud.rest;

import io.oxicloud.access.Subject;
import io.oxicloud.base.CloudException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who shall get a grant: a {@link SubjectDto}, or {@code {"type": "email", "email": …}}. */
record RecipientDto(
        String type, @Nullable UUID id, @Nullable String email) {
    RecipientDto {
        Required.field("subject.type", type);
        if (type.equals("email")) {
            Required.field("subject.email", email);
        } else {
            Required.field("subject.id", id);
        }
    }

    boolean byEmail() {
        return type.equals("email");
    }

    /** @throws CloudException INVALID_INPUT for an address, which is nobody yet, and for a type that is not known */
    Subject subject() {
        return new SubjectDto(type, Required.field("subject.id", id)).subject();
    }
}
