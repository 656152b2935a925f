package io.oxicloud.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times in headers: IMF-fixdate (RFC 9110 section 5.6.7), always with two digits for the day. */
public final class HttpDate {
    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    public static String format(Instant time) {
        return IMF_FIXDATE.format(time);
    }

    private HttpDate() {}
}
