package io.oxicloud.account;

import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Walks the nesting of groups, a level per statement. Not a recursive query: H2 forgets what it has seen between two rounds,
 * so that a few groups woven into each other make millions of rows.
 */
final class Memberships {
    private Memberships() {}

    static Set<UUID> subjectsOf(Tx.Scope scope, UUID user) {
        var subjects = new HashSet<UUID>();
        List<UUID> direct = directGroups(scope, user);
        subjects.addAll(closure(direct, level -> parents(scope, level)));
        if (isInternal(scope, user)) {
            subjects.add(Groups.INTERNAL.value());
        }
        subjects.add(user);
        return Set.copyOf(subjects);
    }

    /** The group and all groups that contain it. */
    static Set<UUID> upwards(Tx.Scope scope, UUID group) {
        return closure(List.of(group), level -> parents(scope, level));
    }

    static Set<UserId> usersIn(Tx.Scope scope, UUID group) {
        Set<UUID> groups = closure(List.of(group), level -> children(scope, level));
        return inSlices(scope, groups, "select distinct m.userId from GroupUserEntity m where m.groupId in ").stream()
                .map(UserId::new)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Groups on the longest way from this one to the top, itself included. */
    static int heightAbove(Tx.Scope scope, UUID group) {
        return height(group, level -> parents(scope, level));
    }

    /** Groups on the longest way from this one to the bottom, itself included. */
    static int heightBelow(Tx.Scope scope, UUID group) {
        return height(group, level -> children(scope, level));
    }

    private static boolean isInternal(Tx.Scope scope, UUID user) {
        return scope.session()
                        .createSelectionQuery(
                                "select count(u) from UserEntity u where u.id = :id and not u.external", Long.class)
                        .setParameter("id", user)
                        .getSingleResult()
                == 1;
    }

    private static List<UUID> directGroups(Tx.Scope scope, UUID user) {
        return scope.session()
                .createSelectionQuery("select m.groupId from GroupUserEntity m where m.userId = :user", UUID.class)
                .setParameter("user", user)
                .getResultList();
    }

    private static Set<UUID> parents(Tx.Scope scope, Collection<UUID> groups) {
        return inSlices(scope, groups, "select distinct n.parentId from GroupNestingEntity n where n.childId in ");
    }

    private static Set<UUID> children(Tx.Scope scope, Collection<UUID> groups) {
        return inSlices(scope, groups, "select distinct n.childId from GroupNestingEntity n where n.parentId in ");
    }

    /** Each group is asked about once, however many ways lead to it. */
    private static Set<UUID> closure(Collection<UUID> start, Function<Collection<UUID>, Set<UUID>> next) {
        var seen = new HashSet<>(start);
        Collection<UUID> level = start;
        while (!level.isEmpty()) {
            var found = new HashSet<>(next.apply(level));
            found.removeAll(seen);
            seen.addAll(found);
            level = found;
        }
        return seen;
    }

    /** Levels until none is left; more than allowed is not counted on, so that even a broken table ends it. */
    private static int height(UUID group, Function<Collection<UUID>, Set<UUID>> next) {
        int height = 0;
        Set<UUID> level = Set.of(group);
        while (!level.isEmpty() && height <= Groups.MAX_DEPTH) {
            height++;
            level = next.apply(level);
        }
        return height;
    }

    private static Set<UUID> inSlices(Tx.Scope scope, Collection<UUID> ids, String query) {
        var all = List.copyOf(ids);
        var found = new HashSet<UUID>();
        for (int from = 0; from < all.size(); from += ValueList.MOST) {
            var some = ValueList.of("id", all.subList(from, Math.min(all.size(), from + ValueList.MOST)));
            found.addAll(some.in(scope.session().createSelectionQuery(query + some, UUID.class))
                    .getResultList());
        }
        return found;
    }
}
