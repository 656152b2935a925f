package io.oxicloud.rest;

import io.oxicloud.account.UserView;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A user account as the API shows it.
 *
 * @param storageQuotaBytes 0 = unlimited
 * @param storageUsedBytes logical size of what lies in the user's own drive
 * @param authProvider who checks the password; accounts of this server are {@code local}
 */
record UserDto(
        UUID id,
        @Nullable String username,
        String email,
        String role,
        long storageQuotaBytes,
        long storageUsedBytes,
        boolean active,
        boolean isExternal,
        String authProvider,
        @Nullable Instant emailVerifiedAt,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant lastLoginAt) {
    private static final String LOCAL = "local";

    static UserDto of(UserView user, long usedBytes) {
        return new UserDto(
                user.id().value(),
                user.username(),
                user.email(),
                user.role().name().toLowerCase(Locale.ROOT),
                user.quotaBytes(),
                usedBytes,
                user.active(),
                user.external(),
                LOCAL,
                user.emailVerifiedAt(),
                user.createdAt(),
                user.updatedAt(),
                user.lastLoginAt());
    }
}
