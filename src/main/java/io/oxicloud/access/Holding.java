package io.oxicloud.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A role that somebody holds on a resource, by himself or through a group; what is left of a grant when only its effect
 * counts.
 */
public record Holding(
        Resource resource, Role role, @Nullable Instant expiresAt) {
    public boolean inEffect(Instant now) {
        return expiresAt == null || now.isBefore(expiresAt);
    }
}
