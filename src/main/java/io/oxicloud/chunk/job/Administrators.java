package io.oxicloud.chunk.job;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;

/** Who may rule the store: it holds everybody's contents. */
final class Administrators {
    private Administrators() {}

    /** @throws CloudException FORBIDDEN for everybody else */
    static void only(Actor actor) {
        if (!actor.user().admin()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "Administrators only");
        }
    }
}
