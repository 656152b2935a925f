package io.oxicloud.account;

import io.oxicloud.base.AppPasswordId;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An app password as its owner sees it afterwards.
 *
 * @param prefix its first characters
 * @param lastUsedAt to the minute
 * @param active false once it has expired
 */
public record AppPasswordView(
        AppPasswordId id,
        String label,
        String prefix,
        Set<Scope> scopes,
        Instant createdAt,
        @Nullable Instant lastUsedAt,
        @Nullable Instant expiresAt,
        boolean active) {}
