package planted.files;

import planted.base.Actor;
import planted.db.Tx;

final class BeginsAndJoins {
    String both(Actor.User actor, Tx.Scope scope) {
        return actor + scope.id();
    }
}
