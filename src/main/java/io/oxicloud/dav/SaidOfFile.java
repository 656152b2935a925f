package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.files.Declared;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the headers of an upload say of the file: its type, and when it was changed where it comes from. */
final class SaidOfFile {
    static final String MODIFIED = "X-OC-Mtime";

    private static final Pattern SECONDS = Pattern.compile("-?\\d{1,12}(\\.\\d{1,30})?");

    /** The first moment of the clock of Windows; databases and calendars agree on all that comes after. */
    private static final Instant EARLIEST = Instant.parse("1601-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    /** @throws CloudException INVALID_INPUT if the time is none */
    static Declared in(DavRequest request) {
        return new Declared(Declared.typeIn(request.header("Content-Type")), modified(request.header(MODIFIED)));
    }

    /** Seconds since 1970, as ownCloud's clients count them. */
    static @Nullable Instant modified(@Nullable String header) {
        if (header == null) {
            return null;
        }
        String seconds = header.strip();
        if (SECONDS.matcher(seconds).matches()) {
            var exact = new BigDecimal(seconds);
            BigDecimal whole = exact.setScale(0, RoundingMode.FLOOR);
            Instant time = Instant.ofEpochSecond(
                    whole.longValueExact(),
                    exact.subtract(whole).movePointRight(9).longValue());
            if (!time.isBefore(EARLIEST) && !time.isAfter(LATEST)) {
                return time;
            }
        }
        throw new CloudException(ErrorCode.INVALID_INPUT, MODIFIED + " must be seconds since 1970");
    }

    /** Clients that keep the time of a file look for this word. */
    static void confirm(DavResponse response, Declared said) {
        if (said.modified() != null) {
            response.header("X-OC-MTime", "accepted");
        }
    }

    private SaidOfFile() {}
}
