package io.oxicloud.access;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GrantId;
import io.oxicloud.base.Ids;
import io.oxicloud.base.UserId;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Ledger of role grants: at most one for each subject and resource.
 *
 * <p>Every method joins the caller's transaction; what it changes counts on all nodes when that commits. Whether the actor
 * may do it (SHARE on the resource), and the audit row, are the calling door's part. Thread-safe.
 */
public final class Grants {
    /** Key: the id of the user whose holdings changed. */
    static final String TOPIC = "access.grants";

    private static final int TRIES = 5;

    private final GrantRows rows = new GrantRows();
    private final ClusterEvents events;
    private final Ids ids;
    private final Clock clock;

    public Grants(ClusterEvents events, Ids ids, Clock clock) {
        this.events = events;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * Gives a role, in place of the one that the subject may hold on the resource already: the grant keeps its id and takes
     * role, end, giver and time from this call.
     *
     * @param by recorded as the giver if a user
     * @param expiresAt from when on it counts nothing; null never ends
     * @throws CloudException INVALID_INPUT if it has expired already; BUSY if others give and take the same grant without
     *     pause
     */
    public Grant give(
            Tx.Scope scope, Actor by, Subject subject, Resource resource, Role role, @Nullable Instant expiresAt) {
        Instant now = now();
        Instant end = expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.MICROS);
        if (end != null && !end.isAfter(now)) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "expires_at: must be in the future");
        }
        var giver = by instanceof Actor.User user ? user.id() : null;
        var wanted = new Grant(new GrantId(ids.next()), subject, resource, role, giver, now, end);
        Grant given = put(scope, wanted);
        publish(scope, subject);
        return given;
    }

    /** @return false if there was none */
    public boolean revoke(Tx.Scope scope, Subject subject, Resource resource) {
        boolean revoked = rows.delete(scope, subject, resource);
        if (revoked) {
            publish(scope, subject);
        }
        return revoked;
    }

    /** The one grant, expired or not. */
    public Optional<Grant> find(Tx.Scope scope, Subject subject, Resource resource) {
        return rows.find(scope, subject, resource);
    }

    /** Expired or not. */
    public Optional<Grant> find(Tx.Scope scope, GrantId id) {
        return rows.find(scope, id);
    }

    /**
     * The grants in effect that others gave to a user or to his groups, the newest first.
     *
     * @param subjects as {@link io.oxicloud.account.Directory#subjectsOf(UserId)}
     */
    public List<Grant> received(Tx.Scope scope, UserId user, Collection<UUID> subjects, int limit) {
        return rows.received(scope, user, subjects, now(), limit);
    }

    /** The grants in effect that a user gave to others, the newest first. */
    public List<Grant> givenBy(Tx.Scope scope, UserId user, int limit) {
        return rows.givenBy(scope, user, now(), limit);
    }

    /** All grants on exactly this resource, also expired ones; the oldest first. */
    public List<Grant> of(Tx.Scope scope, Resource resource) {
        return rows.on(scope, resource);
    }

    /** Those of these files and folders on which somebody holds a grant in effect. One statement for each 1,000. */
    public Set<UUID> shared(Tx.Scope scope, Collection<UUID> nodes) {
        return rows.shared(scope, nodes, now());
    }

    /** All grants of exactly these users and groups on resources of one kind, also expired ones; in no order. */
    public List<Grant> of(Tx.Scope scope, Collection<UUID> subjects, Resource.Kind kind) {
        return rows.of(scope, subjects, kind);
    }

    /** The resource goes: so does every grant on it. */
    public void dropAll(Tx.Scope scope, Resource resource) {
        dropAll(scope, Set.of(resource.id()));
    }

    /** Drives, folders or files go: so does every grant on them. */
    public void dropAll(Tx.Scope scope, Collection<UUID> resources) {
        if (rows.deleteAllOn(scope, resources) > 0) {
            events.publishAll(scope, TOPIC);
        }
    }

    /** The subject goes: so does every grant that it holds. */
    public void dropAllOf(Tx.Scope scope, Subject subject) {
        if (rows.deleteAllOf(scope, subject) > 0) {
            publish(scope, subject);
        }
    }

    /** Not one upsert: on H2 that loses the race between two inserts (measured), and PostgreSQL ends the transaction then. */
    private Grant put(Tx.Scope scope, Grant wanted) {
        for (int i = 0; i < TRIES; i++) {
            if (rows.update(scope, wanted)) {
                return rows.find(scope, wanted.subject(), wanted.resource()).orElse(wanted);
            }
            if (rows.insert(scope, wanted)) {
                return wanted;
            }
        }
        throw new CloudException(ErrorCode.BUSY, "others are changing the same grant");
    }

    private void publish(Tx.Scope scope, Subject subject) {
        switch (subject.kind()) {
            case USER -> events.publish(scope, TOPIC, subject.id().toString());
            case GROUP -> events.publishAll(scope, TOPIC);
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
