package io.oxicloud.dav.property;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Times as clients set them: a date of HTTP (Windows), one of RFC 3339, or seconds since 1970 (rclone and the clients of
 * Nextcloud).
 */
final class ClientTime {
    private static final Pattern SECONDS = Pattern.compile("-?\\d{1,12}");
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    /** Nothing if it is no time, or none that an answer can show. */
    static Optional<Instant> parse(String text) {
        try {
            Instant time = read(text.strip());
            return time.isBefore(FIRST) || time.isAfter(LAST) ? Optional.empty() : Optional.of(time);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Instant read(String text) {
        if (SECONDS.matcher(text).matches()) {
            return Instant.ofEpochSecond(Long.parseLong(text));
        }
        return text.contains(",")
                ? DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from)
                : OffsetDateTime.parse(text).toInstant();
    }

    private ClientTime() {}
}
