package io.oxicloud.rest;

import io.oxicloud.account.GroupLists;
import io.oxicloud.account.GroupView;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A group as the API shows it.
 *
 * @param isVirtual its members follow from what users are
 * @param canManage whether the caller may change it
 * @param memberCount users and groups directly in it; absent where the caller may not know
 */
record GroupDto(
        UUID id,
        String name,
        @Nullable String description,
        boolean isVirtual,
        boolean canManage,
        @Nullable Long memberCount,
        Instant createdAt,
        Instant updatedAt) {
    /** As an administrator sees it. */
    static GroupDto of(GroupLists.Counted counted) {
        GroupView group = counted.group();
        return of(group, !group.virtual(), counted.members());
    }

    /** As anybody sees it who may share with it. */
    static GroupDto of(GroupView group) {
        return of(group, false, null);
    }

    private static GroupDto of(GroupView group, boolean canManage, @Nullable Long members) {
        return new GroupDto(
                group.id().value(),
                group.name(),
                group.description(),
                group.virtual(),
                canManage,
                members,
                group.createdAt(),
                group.updatedAt());
    }
}
