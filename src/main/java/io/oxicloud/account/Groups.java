package io.oxicloud.account;

import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Page;
import io.oxicloud.base.UserId;
import io.oxicloud.db.DuplicateException;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Door: groups of users and of groups. Only administrators come in. Groups never contain themselves, and on no way from one
 * to a member lie more than {@link #MAX_DEPTH} groups. Thread-safe.
 */
public final class Groups {
    /** The group of all users who are not external. Nobody can change it. */
    public static final GroupId INTERNAL = GroupId.parse("00000000-0000-0000-0000-000000000001");

    /** Groups that may lie inside each other, the outermost counted. */
    public static final int MAX_DEPTH = 8;

    private static final int MAX_PAGE = 200;
    private static final int MAX_DESCRIPTION = 1_000;

    private final Tx tx;
    private final Directory directory;
    private final List<GroupLifecycle> lifecycles;
    private final Audit audit;
    private final Ids ids;
    private final Clock clock;

    Groups(Tx tx, Directory directory, List<GroupLifecycle> lifecycles, Audit audit, Ids ids, Clock clock) {
        this.tx = tx;
        this.directory = directory;
        this.lifecycles = List.copyOf(lifecycles);
        this.audit = audit;
        this.ids = ids;
        this.clock = clock;
    }

    /** @throws CloudException NAME_TAKEN, whatever the case of the letters */
    public GroupView create(Actor actor, String name, @Nullable String description) {
        Admins.require(actor);
        var group = new GroupEntity(ids.next(), GroupName.parse(name), checked(description), now());
        return unlessTaken(() -> tx.write("groups.create", scope -> {
            scope.session().persist(group);
            scope.session().flush();
            audit.record(scope, actor, "group.created", facts(group.id));
            return group.view();
        }));
    }

    public GroupView rename(Actor actor, GroupId id, String name, @Nullable String description) {
        Admins.require(actor);
        GroupName checkedName = GroupName.parse(name);
        String checkedDescription = checked(description);
        return unlessTaken(() -> tx.write("groups.rename", scope -> {
            var group = GroupRows.changeable(scope, id);
            group.name = checkedName.text();
            group.nameKey = checkedName.key();
            group.description = checkedDescription;
            group.updatedAt = now();
            scope.session().flush();
            audit.record(scope, actor, "group.renamed", facts(group.id));
            return group.view();
        }));
    }

    public void delete(Actor actor, GroupId id) {
        Admins.require(actor);
        tx.write("groups.delete", scope -> {
            GroupRows.lockNesting(scope);
            var group = GroupRows.changeable(scope, id);
            Set<GroupId> above = GroupRows.above(scope, id);
            above.remove(id);
            lifecycles.forEach(lifecycle -> lifecycle.deleted(scope, id));
            scope.session().remove(group);
            scope.session().flush();
            shrunk(scope, above);
            directory.nestingChanged(scope);
            audit.record(scope, actor, "group.deleted", facts(id.value()));
            return id;
        });
    }

    /** Adding a member again changes nothing. */
    public void addUser(Actor actor, GroupId id, UserId user) {
        changeMembers(actor, "groups.add-user", id, scope -> {
            GroupRows.requireInternal(scope, user);
            if (GroupRows.addUser(scope, id, user)) {
                directory.membershipsChanged(scope, user);
                audit.record(scope, actor, "group.user-added", facts(id.value(), "user", user.value()));
            }
        });
    }

    /** @throws CloudException INVALID_INPUT if that made a circle or lay too deep */
    public void addGroup(Actor actor, GroupId id, GroupId member) {
        changeMembers(actor, "groups.add-group", id, scope -> {
            GroupRows.changeable(scope, member);
            GroupRows.requireTree(scope, id, member);
            if (GroupRows.addGroup(scope, id, member)) {
                directory.nestingChanged(scope);
                audit.record(scope, actor, "group.group-added", facts(id.value(), "member", member.value()));
            }
        });
    }

    /** @throws CloudException NOT_FOUND if the user is no direct member; what a {@link GroupLifecycle} throws */
    public void removeUser(Actor actor, GroupId id, UserId user) {
        changeMembers(actor, "groups.remove-user", id, scope -> {
            GroupRows.removeUser(scope, id, user);
            shrunk(scope, GroupRows.above(scope, id));
            directory.membershipsChanged(scope, user);
            audit.record(scope, actor, "group.user-removed", facts(id.value(), "user", user.value()));
        });
    }

    /** @throws CloudException NOT_FOUND if the group is no direct member; what a {@link GroupLifecycle} throws */
    public void removeGroup(Actor actor, GroupId id, GroupId member) {
        changeMembers(actor, "groups.remove-group", id, scope -> {
            GroupRows.removeGroup(scope, id, member);
            shrunk(scope, GroupRows.above(scope, id));
            directory.nestingChanged(scope);
            audit.record(scope, actor, "group.group-removed", facts(id.value(), "member", member.value()));
        });
    }

    public GroupView get(Actor actor, GroupId id) {
        Admins.require(actor);
        return tx.read("groups.get", scope -> GroupRows.found(scope, id).view());
    }

    /**
     * All groups by name.
     *
     * @param cursor of the page before; null or unreadable begins at the beginning
     */
    public Page<GroupView> list(Actor actor, @Nullable String cursor, int limit) {
        Admins.require(actor);
        int rows = Math.max(1, Math.min(limit, MAX_PAGE));
        String after = cursor == null || !Text.isWellFormed(cursor) ? "" : cursor;
        return tx.read(
                "groups.list",
                scope -> Page.of(
                        scope.session()
                                .createSelectionQuery(
                                        "from GroupEntity g where g.nameKey > :after order by g.nameKey",
                                        GroupEntity.class)
                                .setParameter("after", after)
                                .setMaxResults(rows + 1)
                                .getResultStream()
                                .map(GroupEntity::view)
                                .toList(),
                        rows,
                        group -> GroupName.parse(group.name()).key()));
    }

    /** The users in the group, directly or through groups. */
    public Set<UserId> members(Actor actor, GroupId id) {
        Admins.require(actor);
        return tx.read("groups.members", scope -> {
            if (GroupRows.found(scope, id).virtual) {
                throw GroupRows.virtual();
            }
            return directory.membersOf(scope, id);
        });
    }

    /** One change at a time, of a group that may be changed. */
    private void changeMembers(Actor actor, String name, GroupId id, Consumer<Tx.Scope> change) {
        Admins.require(actor);
        tx.write(name, scope -> {
            GroupRows.lockNesting(scope);
            GroupRows.changeable(scope, id);
            change.accept(scope);
            return id;
        });
    }

    private void shrunk(Tx.Scope scope, Set<GroupId> groups) {
        if (!groups.isEmpty()) {
            lifecycles.forEach(lifecycle -> lifecycle.shrunk(scope, groups));
        }
    }

    private static @Nullable String checked(@Nullable String description) {
        if (description != null && (description.length() > MAX_DESCRIPTION || !Text.isWellFormed(description))) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "description: must be text of at most " + MAX_DESCRIPTION + " characters");
        }
        return description;
    }

    private static GroupView unlessTaken(Supplier<GroupView> change) {
        try {
            return change.get();
        } catch (DuplicateException e) {
            throw new CloudException(ErrorCode.NAME_TAKEN, "a group of that name exists", e);
        }
    }

    private static Map<String, String> facts(UUID group) {
        return Map.of("group", group.toString());
    }

    private static Map<String, String> facts(UUID group, String key, UUID value) {
        return Map.of("group", group.toString(), key, value.toString());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
