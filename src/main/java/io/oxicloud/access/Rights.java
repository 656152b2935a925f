package io.oxicloud.access;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one actor may do, by the grants known when it was made; expiry is judged at each question.
 *
 * <p>Made by {@link Access#rights} for one call, to decide many nodes (a listing) or to decide again inside a transaction,
 * where nothing may be loaded. Not to be kept: a later revocation does not reach it. Immutable, thread-safe.
 */
public final class Rights {
    private static final Logger AUDIT = LoggerFactory.getLogger("audit.authz");

    private final Actor actor;
    private final Holdings holdings;
    private final Clock clock;

    Rights(Actor actor, Holdings holdings, Clock clock) {
        this.actor = actor;
        this.holdings = holdings;
        this.clock = clock;
    }

    public Set<Permission> permissions(Lineage node) {
        return PermissionSet.asSet(bits(node));
    }

    public boolean test(Lineage node, Permission permission) {
        return PermissionSet.has(bits(node), permission);
    }

    /**
     * Lets pass whoever holds the permission. A refusal is written to the audit log.
     *
     * @throws CloudException NOT_FOUND if the actor may not even read it: he shall not learn that it exists, and
     *     {@link Access#absent} says the same of what does not; FORBIDDEN if he sees it, but may not do this
     */
    public void require(Lineage node, Permission permission) {
        int bits = bits(node);
        if (PermissionSet.has(bits, permission)) {
            return;
        }
        boolean hidden = !PermissionSet.has(bits, Permission.READ);
        AUDIT.info(
                "authz.denied actor={} permission={} node={} drive={} hidden={}",
                actor,
                permission,
                node.self(),
                node.drive(),
                hidden);
        if (hidden) {
            throw Access.absent();
        }
        throw new CloudException(ErrorCode.FORBIDDEN, "you may not do this here");
    }

    /** What the actor holds directly on resources of one kind, expired or not at this moment left out; in no order. */
    public List<Holding> holdings(Resource.Kind kind) {
        Instant now = clock.instant();
        return holdings.of(kind).stream()
                .filter(holding -> holding.inEffect(now))
                .toList();
    }

    private int bits(Lineage node) {
        if (actor instanceof Actor.Job) {
            return PermissionSet.ALL;
        }
        return holdings.permissions(node, clock.instant());
    }
}
