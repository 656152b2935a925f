package io.oxicloud.rest;

import io.oxicloud.base.UserId;
import io.oxicloud.drive.DriveRow;
import io.oxicloud.drive.DriveView;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A drive as the API shows it.
 *
 * @param defaultForUser whose own drive it is; absent for others
 * @param quotaBytes absent for no limit of its own
 * @param callerRole the strongest role of the caller on the drive; absent if the caller is no member
 */
record DriveDto(
        UUID id,
        String name,
        String kind,
        @Nullable UUID defaultForUser,
        UUID rootFolderId,
        @Nullable Long quotaBytes,
        long usedBytes,
        Map<String, Boolean> policies,
        Instant createdAt,
        Instant updatedAt,
        @Nullable String callerRole) {
    DriveDto {
        policies = Map.copyOf(policies);
    }

    static DriveDto of(DriveView drive, long usedBytes) {
        UUID id = drive.id().value();
        return new DriveDto(
                id,
                drive.name(),
                drive.kind().name().toLowerCase(Locale.ROOT),
                value(drive.defaultFor()),
                id, // a drive and its root folder share one id
                drive.quotaBytes(),
                usedBytes,
                drive.policies().values(),
                drive.createdAt(),
                drive.updatedAt(),
                drive.role().name().toLowerCase(Locale.ROOT));
    }

    static DriveDto of(DriveRow drive) {
        UUID id = drive.id().value();
        return new DriveDto(
                id,
                drive.name(),
                drive.kind().name().toLowerCase(Locale.ROOT),
                value(drive.defaultFor()),
                id,
                drive.quotaBytes(),
                drive.usedBytes(),
                drive.policies().values(),
                drive.createdAt(),
                drive.updatedAt(),
                null);
    }

    private static @Nullable UUID value(@Nullable UserId id) {
        return id == null ? null : id.value();
    }
}
