package io.oxicloud.account;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.UserId;

/** The gate of everything that only administrators and the product's own jobs may do. */
final class Admins {
    private Admins() {}

    /** @throws CloudException UNAUTHENTICATED for nobody, FORBIDDEN for an ordinary user */
    static void require(Actor actor) {
        if (actor instanceof Actor.Job) {
            return;
        }
        if (!actor.user().admin()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "only administrators may do that");
        }
    }

    static boolean isSelf(Actor actor, UserId user) {
        return actor instanceof Actor.User self && self.id().equals(user);
    }
}
