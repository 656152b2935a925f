package io.oxicloud.account;

import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.CacheSettings;
import io.oxicloud.cache.Caches;
import io.oxicloud.cache.SingleFlightCache;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Tx;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Door: who somebody is, asked on every request and therefore answered from memory. Needs nothing but the database, so that
 * what {@link Accounts} and {@link Groups} call back may be built on it. Thread-safe; begins transactions on a miss.
 */
public final class Directory {
    /** Invalidation topic of {@link #flags}; the key is the user's id. */
    public static final String FLAGS = "account.flags";

    /** Invalidation topic of {@link #subjectsOf}; the key is the user's id. */
    public static final String SUBJECTS = "account.subjects";

    private static final Duration TTL = Duration.ofSeconds(30);

    private final Tx tx;
    private final ClusterEvents events;
    private final SingleFlightCache<UserId, Standing> standings;
    private final SingleFlightCache<UserId, Set<UUID>> subjects;

    Directory(Tx tx, Caches caches, ClusterEvents events) {
        this.tx = tx;
        this.events = events;
        this.standings = caches.<UserId, Standing>create(FLAGS, CacheSettings.expiring(10_000, TTL))
                .invalidatedBy(events, FLAGS, UserId::parse);
        this.subjects = caches.<UserId, Set<UUID>>create(SUBJECTS, CacheSettings.expiring(50_000, TTL))
                .invalidatedBy(events, SUBJECTS, UserId::parse);
    }

    /** At most 30 s old, and of this moment unless word from another node is on its way. */
    public UserFlags flags(UserId user) {
        return standing(user).flags();
    }

    /**
     * Everything that may be granted a role and thereby grants it to the user: the user, all groups it belongs to, directly
     * or through groups, and {@link Groups#INTERNAL} unless it is external.
     */
    public Set<UUID> subjectsOf(UserId user) {
        return subjects.get(
                user, id -> tx.read("account.subjects", scope -> Memberships.subjectsOf(scope, id.value())));
    }

    /** {@link #flags(UserId)} as the running transaction sees them; empty if there is no such user. */
    public Optional<UserFlags> flags(Tx.Scope scope, UserId user) {
        return readStanding(scope, user).map(Standing::flags);
    }

    /** How much may lie in all personal drives of the user together, in bytes; 0 = no limit, also if there is no such user. */
    public long quotaBytes(Tx.Scope scope, UserId user) {
        return scope.session()
                .createSelectionQuery("select u.quotaBytes from UserEntity u where u.id = :id", Long.class)
                .setParameter("id", user.value())
                .uniqueResultOptional()
                .orElse(0L);
    }

    public boolean exists(Tx.Scope scope, GroupId group) {
        return scope.session().find(GroupEntity.class, group.value()) != null;
    }

    /** {@link #subjectsOf(UserId)} as the running transaction sees it. */
    public Set<UUID> subjectsOf(Tx.Scope scope, UserId user) {
        return Memberships.subjectsOf(scope, user.value());
    }

    /** Who is in a group, directly or through groups, as the running transaction sees it. Not for {@link Groups#INTERNAL}. */
    public Set<UserId> membersOf(Tx.Scope scope, GroupId group) {
        return Memberships.usersIn(scope, group.value());
    }

    Standing standing(UserId user) {
        return standings.get(
                user,
                id -> tx.read("account.flags", scope -> readStanding(scope, id).orElse(Standing.GONE)));
    }

    /** From the database, because something newer than what is remembered has been seen. */
    Standing standingNow(UserId user) {
        standings.invalidate(user);
        return standing(user);
    }

    void changed(Tx.Scope scope, UserId user) {
        events.publish(scope, FLAGS, user.toString());
    }

    void membershipsChanged(Tx.Scope scope, UserId user) {
        events.publish(scope, SUBJECTS, user.toString());
    }

    void nestingChanged(Tx.Scope scope) {
        events.publishAll(scope, SUBJECTS);
    }

    private static Optional<Standing> readStanding(Tx.Scope scope, UserId user) {
        return scope.session()
                .createSelectionQuery("""
                        select new io.oxicloud.account.Standing(
                            u.role, u.active, u.external, u.secondFactor, u.ssoOnly, u.credentialStamp)
                        from UserEntity u where u.id = :id""", Standing.class)
                .setParameter("id", user.value())
                .uniqueResultOptional();
    }
}
