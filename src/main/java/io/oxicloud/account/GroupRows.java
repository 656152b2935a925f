package io.oxicloud.account;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import jakarta.persistence.LockModeType;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds group rows and holds the rules on who may be a member of what. */
final class GroupRows {
    private GroupRows() {}

    /** Every change of members holds this one row: two of them could be right alone and wrong together. */
    static void lockNesting(Tx.Scope scope) {
        scope.session().find(GroupEntity.class, Groups.INTERNAL.value(), LockModeType.PESSIMISTIC_WRITE);
    }

    static void requireTree(Tx.Scope scope, GroupId parent, GroupId child) {
        if (Memberships.upwards(scope, parent.value()).contains(child.value())) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "group_id: a group cannot contain itself");
        }
        int depth = Memberships.heightAbove(scope, parent.value()) + Memberships.heightBelow(scope, child.value());
        if (depth > Groups.MAX_DEPTH) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT,
                    "group_id: at most " + Groups.MAX_DEPTH + " groups may lie inside each other");
        }
    }

    static void requireInternal(Tx.Scope scope, UserId user) {
        if (Users.locked(scope, user).external) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "user_id: external users belong to no group");
        }
    }

    static Set<GroupId> above(Tx.Scope scope, GroupId id) {
        return Memberships.upwards(scope, id.value()).stream().map(GroupId::new).collect(Collectors.toSet());
    }

    static GroupEntity changeable(Tx.Scope scope, GroupId id) {
        var group = found(scope, id);
        if (group.virtual) {
            throw virtual();
        }
        return group;
    }

    static GroupEntity found(Tx.Scope scope, GroupId id) {
        var group = scope.session().find(GroupEntity.class, id.value());
        if (group == null) {
            throw new CloudException(ErrorCode.NOT_FOUND, "no such group");
        }
        return group;
    }

    static void removed(int rows) {
        if (rows == 0) {
            throw new CloudException(ErrorCode.NOT_FOUND, "no such member");
        }
    }

    static CloudException virtual() {
        return new CloudException(
                ErrorCode.FORBIDDEN, "this group follows from what users are and has no list of members");
    }
}
