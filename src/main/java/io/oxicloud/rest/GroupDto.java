package io.oxicloud.rest;

import io.oxicloud.account.GroupView;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A group as the API shows it.
 *
 * @param isVirtual its members follow from what users are
 * @param canManage whether the caller may change it
 */
record GroupDto(
        UUID id,
        String name,
        @Nullable String description,
        boolean isVirtual,
        boolean canManage,
        Instant createdAt,
        Instant updatedAt) {
    /** As an administrator sees it: nobody else comes to see groups whole. */
    static GroupDto of(GroupView group) {
        return new GroupDto(
                group.id().value(),
                group.name(),
                group.description(),
                group.virtual(),
                !group.virtual(),
                group.createdAt(),
                group.updatedAt());
    }
}
