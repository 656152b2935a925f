package io.oxicloud.drive;

import io.oxicloud.access.Subject;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeName;
import org.jspecify.annotations.Nullable;

/**
 * A shared drive to be made.
 *
 * @param owner its first owner, a user or a group with somebody in it
 * @param quotaBytes how much may lie in it, or null for no limit
 */
public record NewDrive(String name, Subject owner, @Nullable Long quotaBytes) {
    /** @throws CloudException INVALID_INPUT naming the field */
    public NewDrive {
        name = NodeName.of(name.strip());
        requireQuota(quotaBytes);
    }

    static void requireQuota(@Nullable Long bytes) {
        if (bytes != null && bytes < 0) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "quota_bytes: must not be negative");
        }
    }
}
