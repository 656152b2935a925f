package io.oxicloud.drive;

import io.oxicloud.access.Grant;
import io.oxicloud.access.Grants;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.account.Directory;
import io.oxicloud.account.Groups;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rule that a shared drive has an owner at all times: somebody, so an empty group does not count, and for good, so a role
 * that expires does not count.
 *
 * <p>Whoever asks holds the drive's row locked, so that of two owners who leave at the same time only one can.
 */
final class Owners {
    private final DriveRows rows = new DriveRows();
    private final Grants grants;
    private final Directory directory;

    Owners(Grants grants, Directory directory) {
        this.grants = grants;
        this.directory = directory;
    }

    /** Whether a shared drive may begin with this owner. */
    boolean mayFound(Tx.Scope scope, Subject owner) {
        return switch (owner.kind()) {
            case USER ->
                directory
                        .flags(scope, new UserId(owner.id()))
                        .map(user -> !user.external())
                        .orElse(false);
            case GROUP -> isSomebody(scope, owner, null);
        };
    }

    /** Whether the drive has an owner among the grants that {@code staying} leaves. */
    boolean remain(Tx.Scope scope, DriveId drive, Predicate<Grant> staying) {
        return remain(scope, drive, staying, null);
    }

    /** The first, in the order of ids, of the shared drives owned by these that nobody would own without one user. */
    @Nullable
    DriveId orphanWithout(Tx.Scope scope, Collection<UUID> owners, @Nullable UserId leaving) {
        return orphan(scope, owners, grant -> true, leaving);
    }

    /** The first, in the order of ids, of the shared drives owned by a group that nobody would own without it. */
    @Nullable
    DriveId orphanWithout(Tx.Scope scope, GroupId leaving) {
        Subject group = Subject.of(leaving);
        return orphan(scope, List.of(leaving.value()), grant -> !grant.subject().equals(group), null);
    }

    private @Nullable DriveId orphan(
            Tx.Scope scope, Collection<UUID> owners, Predicate<Grant> staying, @Nullable UserId leaving) {
        List<DriveId> owned = grants.of(scope, owners, Resource.Kind.DRIVE).stream()
                .filter(Owners::isForGood)
                .map(grant -> grant.resource().id().toString())
                .distinct()
                .sorted()
                .map(DriveId::parse)
                .toList();
        for (DriveId drive : owned) {
            boolean shared = rows.lock(scope, drive).kind == DriveKind.SHARED;
            if (shared && !remain(scope, drive, staying, leaving)) {
                return drive;
            }
        }
        return null;
    }

    private boolean remain(Tx.Scope scope, DriveId drive, Predicate<Grant> staying, @Nullable UserId leaving) {
        return grants.of(scope, Resource.of(drive)).stream()
                .filter(Owners::isForGood)
                .filter(staying)
                .anyMatch(grant -> isSomebody(scope, grant.subject(), leaving));
    }

    private boolean isSomebody(Tx.Scope scope, Subject subject, @Nullable UserId leaving) {
        return switch (subject.kind()) {
            case USER -> leaving == null || !subject.equals(Subject.of(leaving));
            case GROUP -> {
                var group = new GroupId(subject.id());
                yield group.equals(Groups.INTERNAL)
                        || directory.membersOf(scope, group).stream().anyMatch(member -> !member.equals(leaving));
            }
        };
    }

    private static boolean isForGood(Grant grant) {
        return grant.role() == Role.OWNER && grant.expiresAt() == null;
    }
}
