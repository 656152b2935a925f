package planted.files;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

final class ReadsClock {
    Instant instant() {
        return Instant.now();
    }

    LocalDate day() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    long millis() {
        return System.currentTimeMillis();
    }

    Clock system() {
        return Clock.systemUTC();
    }
}
