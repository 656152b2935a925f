package io.oxicloud.drive;

import io.oxicloud.access.Resource;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A drive as stored.
 *
 * @param name also the name of its root folder
 * @param defaultFor whose default personal drive it is, or null
 * @param quotaBytes how much may lie in it, or null for no limit of its own; always null for a personal drive
 * @param usedBytes logical size of what lies in it, as of the reading
 */
public record DriveRow(
        DriveId id,
        DriveKind kind,
        String name,
        @Nullable UserId defaultFor,
        @Nullable Long quotaBytes,
        long usedBytes,
        Policies policies,
        Instant createdAt,
        Instant updatedAt) {
    /** Of its root folder. */
    public Lineage lineage() {
        return Lineage.ofRoot(id);
    }

    Resource resource() {
        return Resource.of(id);
    }
}
