package io.oxicloud.access;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import java.time.Clock;
import java.util.Set;

/** Door: may this actor do that to this node? */
public final class Access {
    private final Clock clock;

    public Access(Clock clock) {
        this.clock = clock;
    }

    /** What to throw for what does not exist, and for what must look as if it did not: nobody can tell the two apart. */
    public static CloudException absent() {
        return new CloudException(ErrorCode.NOT_FOUND, "not found");
    }

    public void require(Actor actor, Lineage node, Permission permission) {
        rights(actor).require(node, permission);
    }

    public boolean test(Actor actor, Lineage node, Permission permission) {
        return rights(actor).test(node, permission);
    }

    public Set<Permission> permissions(Actor actor, Lineage node) {
        return rights(actor).permissions(node);
    }

    public Rights rights(Actor actor) {
        return new Rights(actor, Holdings.NONE, clock);
    }
}
