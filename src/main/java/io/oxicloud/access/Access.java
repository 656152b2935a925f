package io.oxicloud.access;

import io.oxicloud.account.Directory;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.CacheSettings;
import io.oxicloud.cache.Caches;
import io.oxicloud.cache.InvalidationBus;
import io.oxicloud.cache.SingleFlightCache;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Door: may this actor do that to this node? Decided from what the actor holds, which is remembered for 30 s and forgotten
 * when it changes, and from the node's lineage; the tree is never read. Costs one statement for an actor who is not known
 * yet, none afterwards.
 *
 * <p>A user has what was granted to him and to his groups, on the node, a folder above it or its drive; being an
 * administrator adds nothing. A job may do everything; its door writes down what it did. Nobody in particular has nothing.
 *
 * <p>Not to be called inside a transaction, as it may begin one: take {@link #rights} before. Thread-safe.
 */
public final class Access {
    private static final CacheSettings KEPT = CacheSettings.expiring(100_000, Duration.ofSeconds(30));

    private final GrantRows rows = new GrantRows();
    private final Tx tx;
    private final Directory directory;
    private final Clock clock;
    private final SingleFlightCache<UserId, Holdings> holdings;
    private final Function<UserId, Holdings> load = this::load;
    private final List<InvalidationBus.Listener> dependents = new CopyOnWriteArrayList<>();

    /** @param directory made before this, so that it forgets a membership before what follows from it is forgotten here */
    public Access(Tx tx, Directory directory, Caches caches, InvalidationBus events, Clock clock) {
        this.tx = tx;
        this.directory = directory;
        this.clock = clock;
        this.holdings = caches.create("access.holdings", KEPT);
        var forgetting = new Forgetting();
        events.subscribe(Grants.TOPIC, forgetting);
        events.subscribe(Directory.SUBJECTS, forgetting);
    }

    /** What to throw for what does not exist, and for what must look as if it did not: nobody can tell the two apart. */
    public static CloudException absent() {
        return new CloudException(ErrorCode.NOT_FOUND, "not found");
    }

    /**
     * Lets pass whoever holds the permission.
     *
     * @throws CloudException as {@link Rights#require}
     */
    public void require(Actor actor, Lineage node, Permission permission) {
        rights(actor).require(node, permission);
    }

    public boolean test(Actor actor, Lineage node, Permission permission) {
        return rights(actor).test(node, permission);
    }

    public Set<Permission> permissions(Actor actor, Lineage node) {
        return rights(actor).permissions(node);
    }

    /** For several questions, and for those inside a transaction. */
    public Rights rights(Actor actor) {
        Holdings held = actor instanceof Actor.User user ? holdings.get(user.id(), load) : Holdings.NONE;
        return new Rights(actor, held, clock);
    }

    /**
     * Has {@code dependent} told, by user id, when what somebody holds may have changed: after it was forgotten here, so
     * that what is made anew from {@link #rights} is made from what is new.
     */
    public void whenHoldingsChange(InvalidationBus.Listener dependent) {
        dependents.add(dependent);
    }

    private Holdings load(UserId user) {
        Set<UUID> subjects = directory.subjectsOf(user);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        return new Holdings(tx.read("access.holdings", scope -> rows.heldBy(scope, user, subjects, now)));
    }

    private final class Forgetting implements InvalidationBus.Listener {
        @Override
        public void invalidate(String key) {
            holdings.invalidate(UserId.parse(key));
            dependents.forEach(dependent -> dependent.invalidate(key));
        }

        @Override
        public void clear() {
            holdings.clear();
            dependents.forEach(InvalidationBus.Listener::clear);
        }
    }
}
