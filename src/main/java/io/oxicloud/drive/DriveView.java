package io.oxicloud.drive;

import io.oxicloud.access.Role;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A drive as one of its members sees it. How full it is stands apart ({@link Drives#used}): that changes with every
 * upload, and this is remembered.
 *
 * @param defaultFor the reader himself, or null
 * @param quotaBytes how much may lie in it, or null for no limit of its own
 * @param role the strongest role the reader holds on the drive
 * @param segment what selects this drive for this reader in a path: the name, or the id where the name selects another
 */
public record DriveView(
        DriveId id,
        DriveKind kind,
        String name,
        @Nullable UserId defaultFor,
        @Nullable Long quotaBytes,
        Policies policies,
        Instant createdAt,
        Instant updatedAt,
        Role role,
        String segment) {}
