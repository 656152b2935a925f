package io.oxicloud.dav;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How long a lock is wanted for (RFC 4918 section 10.7). */
final class TimeoutHeader {
    private static final Pattern SECONDS = Pattern.compile("second-([0-9]{1,18})");
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    /** The first wish of a list that makes sense; null if there is none. How much of it is granted is not for us to say. */
    static @Nullable Duration parse(@Nullable String header) {
        if (header == null) {
            return null;
        }
        for (String each : header.toLowerCase(Locale.ROOT).split(",", -1)) {
            String wish = each.strip();
            Matcher seconds = SECONDS.matcher(wish);
            if (seconds.matches()) {
                return Duration.ofSeconds(Long.parseLong(seconds.group(1)));
            }
            if (wish.equals("infinite")) {
                return FOR_EVER;
            }
        }
        return null;
    }

    private TimeoutHeader() {}
}
