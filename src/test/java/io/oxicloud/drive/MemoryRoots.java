package io.oxicloud.drive;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Stands for the tree of files: knows the root of each drive by name, and which drives have something in them. */
final class MemoryRoots implements DriveLifecycle {
    final Map<DriveId, String> names = new ConcurrentHashMap<>();
    final Set<DriveId> full = new HashSet<>();
    boolean broken;

    @Override
    public void created(Tx.Scope scope, DriveRow drive, @Nullable UserId by) {
        if (broken) {
            throw new CloudException(ErrorCode.BUSY, "broken on purpose");
        }
        scope.afterCommit(() -> names.put(drive.id(), drive.name()));
    }

    @Override
    public void renamed(Tx.Scope scope, DriveRow drive, @Nullable UserId by) {
        scope.afterCommit(() -> names.put(drive.id(), drive.name()));
    }

    @Override
    public void deleted(Tx.Scope scope, DriveRow drive) {
        if (full.contains(drive.id())) {
            throw new CloudException(ErrorCode.CONFLICT, "the drive is not empty");
        }
        scope.afterCommit(() -> names.remove(drive.id()));
    }

    @Override
    public void abandoned(Tx.Scope scope, DriveRow drive) {
        scope.afterCommit(() -> names.remove(drive.id()));
    }
}
