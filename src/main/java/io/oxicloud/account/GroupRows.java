package io.oxicloud.account;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import jakarta.persistence.LockModeType;
import java.util.Set;
import java.util.UUID;
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

    /** @return false if the user was a direct member already */
    static boolean addUser(Tx.Scope scope, GroupId group, UserId user) {
        return changed(
                scope,
                "insert into GroupUserEntity (groupId, userId) values (:group, :member) on conflict do nothing",
                group,
                user.value());
    }

    /** @return false if the group was a direct member already */
    static boolean addGroup(Tx.Scope scope, GroupId group, GroupId member) {
        return changed(
                scope,
                "insert into GroupNestingEntity (parentId, childId) values (:group, :member) on conflict do nothing",
                group,
                member.value());
    }

    /** @throws CloudException NOT_FOUND if the user is no direct member */
    static void removeUser(Tx.Scope scope, GroupId group, UserId user) {
        requireMember(changed(
                scope,
                "delete from GroupUserEntity m where m.groupId = :group and m.userId = :member",
                group,
                user.value()));
    }

    /** @throws CloudException NOT_FOUND if the group is no direct member */
    static void removeGroup(Tx.Scope scope, GroupId group, GroupId member) {
        requireMember(changed(
                scope,
                "delete from GroupNestingEntity n where n.parentId = :group and n.childId = :member",
                group,
                member.value()));
    }

    private static boolean changed(Tx.Scope scope, String statement, GroupId group, UUID member) {
        return scope.session()
                        .createMutationQuery(statement)
                        .setParameter("group", group.value())
                        .setParameter("member", member)
                        .executeUpdate()
                == 1;
    }

    private static void requireMember(boolean wasOne) {
        if (!wasOne) {
            throw new CloudException(ErrorCode.NOT_FOUND, "no such member");
        }
    }

    static CloudException virtual() {
        return new CloudException(
                ErrorCode.FORBIDDEN, "this group follows from what users are and has no list of members");
    }
}
