package planted.app;

import java.time.Clock;
import java.util.Optional;

final class Innocent {
    Clock clock() {
        return Clock.systemUTC();
    }

    Optional<String> home() {
        return Optional.ofNullable(System.getenv("HOME"));
    }
}
