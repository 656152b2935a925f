package io.oxicloud.benchmarks;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.drive.Drives;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** After: as the product knows them. */
final class ProductDrives implements DriveArm {
    private final Drives drives;

    ProductDrives(Drives drives) {
        this.drives = drives;
    }

    @Override
    public String name() {
        return "after";
    }

    @Override
    public List<Seen> readable(Actor.User user) {
        return drives.readable(user).stream()
                .map(drive -> new Seen(drive.id().value(), drive.name()))
                .toList();
    }

    @Override
    public @Nullable UUID select(Actor.User user, String name) {
        try {
            return drives.select(user, name).id().value();
        } catch (CloudException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }
}
