package io.oxicloud.access;

import io.oxicloud.base.Actor;
import io.oxicloud.base.GrantId;
import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A role of one subject on one resource. There is at most one for each such pair.
 *
 * @param grantedBy who gave it last, or null for the product itself
 * @param grantedAt when it was given last
 * @param expiresAt from when on it counts nothing; null never ends
 */
public record Grant(
        GrantId id,
        Subject subject,
        Resource resource,
        Role role,
        @Nullable UserId grantedBy,
        Instant grantedAt,
        @Nullable Instant expiresAt) {
    /** Whether it was this actor who gave it last. */
    public boolean isFrom(Actor actor) {
        return actor instanceof Actor.User user && user.id().equals(grantedBy);
    }

    public boolean inEffect(Instant now) {
        return expiresAt == null || now.isBefore(expiresAt);
    }
}
