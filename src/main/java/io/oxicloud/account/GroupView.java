package io.oxicloud.account;

import io.oxicloud.base.GroupId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A group as doors show it.
 *
 * @param virtual its members follow from what users are; nobody can change it
 */
public record GroupView(
        GroupId id, String name, @Nullable String description, boolean virtual, Instant createdAt, Instant updatedAt) {}
