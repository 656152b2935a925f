package io.oxicloud.account;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Door: looking groups up. Administrators see all of them and who is in them; every internal user may search by name, to
 * give something to a group. Thread-safe.
 */
public final class GroupLists {
    private static final int MAX_PAGE = 200;

    private static final String COUNTED = """
            select g, (select count(*) from GroupUserEntity u where u.groupId = g.id)
                    + (select count(*) from GroupNestingEntity n where n.parentId = g.id)
            from GroupEntity g
            """;

    private final Tx tx;

    GroupLists(Tx tx) {
        this.tx = tx;
    }

    /**
     * A group and its size.
     *
     * @param members users and groups directly in it; of the virtual group, all internal users
     */
    public record Counted(GroupView group, long members) {}

    /** @param total how many there are, on this page and all others */
    public record Found(List<Counted> groups, long total) {
        public Found {
            groups = List.copyOf(groups);
        }
    }

    /** Who is directly in a group. */
    public record Members(List<UserId> users, List<GroupId> groups) {
        public Members {
            users = List.copyOf(users);
            groups = List.copyOf(groups);
        }
    }

    /**
     * Groups by name.
     *
     * @param part of the name, whatever the case of its letters; null for all
     * @param offset how many of them to leave out
     */
    public Found find(Actor actor, @Nullable String part, int offset, int limit) {
        Admins.require(actor);
        String pattern = pattern(part);
        return tx.read("groups.find", scope -> {
            List<Counted> page = scope
                    .session()
                    .createSelectionQuery(
                            COUNTED + "where g.nameKey like :pattern escape '!' order by g.nameKey", Object[].class)
                    .setParameter("pattern", pattern)
                    .setFirstResult(Math.max(0, offset))
                    .setMaxResults(clamp(limit))
                    .getResultList()
                    .stream()
                    .map(row -> counted(scope, row))
                    .toList();
            long total = scope.session()
                    .createSelectionQuery(
                            "select count(g) from GroupEntity g where g.nameKey like :pattern escape '!'", Long.class)
                    .setParameter("pattern", pattern)
                    .getSingleResult();
            return new Found(page, total);
        });
    }

    /** @throws CloudException NOT_FOUND */
    public Counted get(Actor actor, GroupId id) {
        Admins.require(actor);
        return tx.read(
                "groups.counted",
                scope -> scope
                        .session()
                        .createSelectionQuery(COUNTED + "where g.id = :id", Object[].class)
                        .setParameter("id", id.value())
                        .getResultList()
                        .stream()
                        .map(row -> counted(scope, row))
                        .findFirst()
                        .orElseThrow(GroupLists::absent));
    }

    /** @throws CloudException NOT_FOUND; FORBIDDEN for the virtual group, which has no list of members */
    public Members members(Actor actor, GroupId id) {
        Admins.require(actor);
        return tx.read("groups.direct-members", scope -> {
            var group = scope.session().find(GroupEntity.class, id.value());
            if (group == null) {
                throw absent();
            }
            if (group.virtual) {
                throw new CloudException(ErrorCode.FORBIDDEN, "this group follows from what users are");
            }
            return new Members(
                    ids(scope, "select u.userId from GroupUserEntity u where u.groupId = :id order by u.userId", id)
                            .map(UserId::new)
                            .toList(),
                    ids(
                                    scope,
                                    "select n.childId from GroupNestingEntity n where n.parentId = :id order by n.childId",
                                    id)
                            .map(GroupId::new)
                            .toList());
        });
    }

    /**
     * Groups whose name has a part, by name, for somebody who wants to give them something.
     *
     * @throws CloudException FORBIDDEN for external users
     */
    public List<GroupView> search(Actor actor, String part, int limit) {
        if (actor.user().external()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "external users do not see groups");
        }
        return tx.read(
                "groups.search",
                scope -> scope.session()
                        .createSelectionQuery(
                                "from GroupEntity g where g.nameKey like :pattern escape '!' order by g.nameKey",
                                GroupEntity.class)
                        .setParameter("pattern", pattern(part))
                        .setMaxResults(clamp(limit))
                        .getResultStream()
                        .map(GroupEntity::view)
                        .toList());
    }

    private static Stream<UUID> ids(Tx.Scope scope, String query, GroupId group) {
        return scope.session()
                .createSelectionQuery(query, UUID.class)
                .setParameter("id", group.value())
                .getResultStream();
    }

    private static Counted counted(Tx.Scope scope, Object[] row) {
        var group = (GroupEntity) row[0];
        long members = group.virtual ? internalUsers(scope) : (Long) row[1];
        return new Counted(group.view(), members);
    }

    private static long internalUsers(Tx.Scope scope) {
        return scope.session()
                .createSelectionQuery("select count(u) from UserEntity u where not u.external", Long.class)
                .getSingleResult();
    }

    /** What no name can have matches nothing; what has a meaning in patterns means itself. */
    private static String pattern(@Nullable String part) {
        if (part == null || part.isEmpty()) {
            return "%";
        }
        String literal = Text.isWellFormed(part) ? part.toLowerCase(Locale.ROOT) : "/";
        return "%" + literal.replaceAll("[!%_]", "!$0") + "%";
    }

    private static int clamp(int limit) {
        return Math.max(1, Math.min(limit, MAX_PAGE));
    }

    private static CloudException absent() {
        return new CloudException(ErrorCode.NOT_FOUND, "no such group");
    }
}
