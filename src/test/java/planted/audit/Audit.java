package planted.audit;

import planted.base.Actor;
import planted.db.Tx;

/** The one exception: the actor is what is written. */
public final class Audit {
    public String record(Tx.Scope scope, Actor actor) {
        return scope.id() + actor;
    }
}
