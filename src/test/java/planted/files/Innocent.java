package planted.files;

import java.time.Clock;
import java.time.Instant;
import java.util.function.Supplier;
import planted.base.Actor;
import planted.db.Tx;

final class Innocent {
    Instant now(Clock clock) {
        return Instant.now(clock);
    }

    Supplier<String> later(Actor actor, Supplier<Tx.Scope> scopes) {
        Tx.Scope scope = scopes.get();
        return () -> part(actor, scope);
    }

    private static String part(Actor actor, Tx.Scope scope) {
        return actor + scope.id();
    }
}
