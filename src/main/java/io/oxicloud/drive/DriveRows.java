package io.oxicloud.drive;

import io.oxicloud.access.Access;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import jakarta.persistence.LockModeType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The statements over the table of drives. */
final class DriveRows {
    private static final int CHUNK = 1_000;

    private static final String ADD_USED = """
            update drive set used_bytes = used_bytes + ?
            where id = ?
                and (? <= 0 or (used_bytes + ? <= ?
                    and (quota_bytes is null or used_bytes + ? <= quota_bytes)))""";

    Optional<DriveRow> find(Tx.Scope scope, DriveId drive) {
        return Optional.ofNullable(scope.session().find(DriveEntity.class, drive.value()))
                .map(DriveEntity::row);
    }

    /** @throws io.oxicloud.base.CloudException NOT_FOUND if the drive is gone */
    DriveRow found(Tx.Scope scope, DriveId drive) {
        return find(scope, drive).orElseThrow(Access::absent);
    }

    /**
     * The row, which nobody else changes before this transaction ends; what is set on it is stored at its end.
     *
     * @throws io.oxicloud.base.CloudException NOT_FOUND if the drive is gone
     */
    DriveEntity lock(Tx.Scope scope, DriveId drive) {
        return lockIfThere(scope, drive).orElseThrow(Access::absent);
    }

    Optional<DriveEntity> lockIfThere(Tx.Scope scope, DriveId drive) {
        return Optional.ofNullable(
                scope.session().find(DriveEntity.class, drive.value(), LockModeType.PESSIMISTIC_WRITE));
    }

    List<DriveRow> all(Tx.Scope scope, Collection<UUID> ids) {
        List<UUID> wanted = List.copyOf(ids);
        List<DriveRow> rows = new ArrayList<>();
        for (int from = 0; from < wanted.size(); from += CHUNK) {
            var some = ValueList.of("id", wanted.subList(from, Math.min(wanted.size(), from + CHUNK)));
            some
                    .in(scope.session()
                            .createSelectionQuery(
                                    "select d from DriveEntity d where d.id in " + some, DriveEntity.class))
                    .getResultList()
                    .stream()
                    .map(DriveEntity::row)
                    .forEach(rows::add);
        }
        return rows;
    }

    Map<DriveId, Long> used(Tx.Scope scope, Collection<UUID> ids) {
        Map<DriveId, Long> used = new HashMap<>();
        for (DriveRow row : all(scope, ids)) {
            used.put(row.id(), row.usedBytes());
        }
        return used;
    }

    Optional<DriveRow> ofUser(Tx.Scope scope, UserId user) {
        return scope
                .session()
                .createSelectionQuery("select d from DriveEntity d where d.defaultFor = :user", DriveEntity.class)
                .setParameter("user", user.value())
                .getResultList()
                .stream()
                .findFirst()
                .map(DriveEntity::row);
    }

    /** The next drives in the order of ids, all kinds; from the first if {@code after} is null. */
    List<DriveRow> page(Tx.Scope scope, @Nullable DriveId after, int limit) {
        var query = scope.session()
                .createSelectionQuery(
                        "select d from DriveEntity d" + (after == null ? "" : " where d.id > :after")
                                + " order by d.id",
                        DriveEntity.class)
                .setMaxResults(limit);
        if (after != null) {
            query.setParameter("after", after.value());
        }
        return query.getResultList().stream().map(DriveEntity::row).toList();
    }

    /**
     * @param most how much may lie in the drive, whatever its own quota
     * @return false if the drive is gone, or that much more does not fit
     */
    boolean addUsed(Tx.Scope scope, DriveId drive, long bytes, long most) {
        return scope.change(ADD_USED, bytes, drive.value(), bytes, bytes, most, bytes) == 1;
    }
}
