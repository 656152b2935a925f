package io.oxicloud.account;

import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An account as doors show it.
 *
 * @param quotaBytes 0 = unlimited; an external user owns nothing whatever it says
 */
public record UserView(
        UserId id,
        @Nullable String username,
        String email,
        Role role,
        long quotaBytes,
        boolean active,
        boolean external,
        @Nullable Instant emailVerifiedAt,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant lastLoginAt) {
    public enum Role {
        ADMIN,
        USER
    }

    /** What other people see: the user name, else the e-mail address. */
    public String displayName() {
        return username == null ? email : username;
    }
}
