package io.oxicloud.rest;

import io.oxicloud.access.Subject;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.Locale;
import java.util.UUID;

/** Who holds a grant: {@code {"type": "user", "id": …}}. */
record SubjectDto(String type, UUID id) {
    SubjectDto {
        Required.field("subject.type", type);
        Required.field("subject.id", id);
    }

    static SubjectDto of(Subject subject) {
        return new SubjectDto(subject.kind().name().toLowerCase(Locale.ROOT), subject.id());
    }

    /** @throws CloudException INVALID_INPUT for a type that is not known */
    Subject subject() {
        return switch (type) {
            case "user" -> new Subject(Subject.Kind.USER, id);
            case "group" -> new Subject(Subject.Kind.GROUP, id);
            default -> throw new CloudException(ErrorCode.INVALID_INPUT, "subject.type must be user or group");
        };
    }
}
