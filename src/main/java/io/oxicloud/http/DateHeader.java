package io.oxicloud.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A time in a header, in one of the three spellings that a recipient has to know (RFC 9110 section 5.6.7). */
public final class DateHeader {
    private static final List<DateTimeFormatter> SPELLINGS = List.of(
            formatter("EEE, dd MMM yyyy HH:mm:ss 'GMT'"),
            // two digits of the year: the century that is nearest, as far as we live in this one
            new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .appendPattern("EEEE, dd-MMM-")
                    .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
                    .appendPattern(" HH:mm:ss 'GMT'")
                    .toFormatter(Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC),
            formatter("EEE MMM ppd HH:mm:ss yyyy"));

    /** Null, as if the header was not there, for what is no time: so the RFC has it. */
    public static @Nullable Instant parse(@Nullable String header) {
        if (header == null) {
            return null;
        }
        for (DateTimeFormatter spelling : SPELLINGS) {
            try {
                return spelling.parse(header.strip(), Instant::from);
            } catch (DateTimeException e) {
                // perhaps the next
            }
        }
        return null;
    }

    private static DateTimeFormatter formatter(String pattern) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .toFormatter(Locale.ENGLISH)
                .withZone(ZoneOffset.UTC);
    }

    private DateHeader() {}
}
