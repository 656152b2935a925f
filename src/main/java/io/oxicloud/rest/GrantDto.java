package io.oxicloud.rest;

import io.oxicloud.access.Grant;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A role of somebody on something. */
record GrantDto(
        UUID id,
        SubjectDto subject,
        ResourceDto resource,
        String role,
        @Nullable UUID grantedBy,
        Instant grantedAt,
        @Nullable Instant expiresAt) {
    /** @param type {@code drive}, {@code folder} or {@code file} */
    record ResourceDto(String type, UUID id) {
        ResourceDto {
            Required.field("resource.type", type);
            Required.field("resource.id", id);
        }

        static ResourceDto of(Resource resource) {
            return new ResourceDto(resource.kind().name().toLowerCase(Locale.ROOT), resource.id());
        }

        /** @throws CloudException INVALID_INPUT for a type that is not known */
        Resource resource() {
            return switch (type) {
                case "drive" -> new Resource(Resource.Kind.DRIVE, id);
                case "folder" -> new Resource(Resource.Kind.FOLDER, id);
                case "file" -> new Resource(Resource.Kind.FILE, id);
                default ->
                    throw new CloudException(ErrorCode.INVALID_INPUT, "resource.type must be drive, folder or file");
            };
        }
    }

    static GrantDto of(Grant grant) {
        return new GrantDto(
                grant.id().value(),
                SubjectDto.of(grant.subject()),
                ResourceDto.of(grant.resource()),
                label(grant.role()),
                grant.grantedBy() == null ? null : grant.grantedBy().value(),
                grant.grantedAt(),
                grant.expiresAt());
    }

    /** @throws CloudException INVALID_INPUT for a name that is no role */
    static Role role(String name) {
        return Arrays.stream(Role.values())
                .filter(role -> label(role).equals(name))
                .findFirst()
                .orElseThrow(() -> new CloudException(
                        ErrorCode.INVALID_INPUT,
                        "role must be one of "
                                + Arrays.stream(Role.values())
                                        .map(GrantDto::label)
                                        .collect(Collectors.joining(", "))));
    }

    private static String label(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
