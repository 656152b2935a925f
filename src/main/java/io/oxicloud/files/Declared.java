package io.oxicloud.files;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the writer of a file says of it beside its bytes.
 *
 * @param mediaType as a Content-Type; null if its name is to decide
 * @param modified when it was changed before it came here, in whole microseconds; null for now
 */
public record Declared(@Nullable String mediaType, @Nullable Instant modified) {
    public static final Declared NOTHING = new Declared(null, null);

    private static final int LONGEST_TYPE = 255;

    private static final String TOKEN = "[A-Za-z0-9!#$&^_.+-]+";

    private static final Pattern TYPE = Pattern.compile(
            "(" + TOKEN + "/" + TOKEN + ")(\\s*;\\s*" + TOKEN + "=(" + TOKEN + "|\"[ !#-\\[\\]-~]*\"))*");

    /** What clients and their libraries send when they do not know. */
    private static final Set<String> GENERIC = Set.of(
            "application/octet-stream",
            "application/x-octet-stream",
            "application/x-www-form-urlencoded",
            "application/unknown",
            "binary/octet-stream",
            "httpd/unix-directory",
            "multipart/form-data",
            "unknown/unknown");

    public Declared {
        modified = modified == null ? null : modified.truncatedTo(ChronoUnit.MICROS);
    }

    /** The type that a Content-Type header names; null if it says nothing, so that the name is to decide. */
    public static @Nullable String typeIn(@Nullable String header) {
        String type = header == null ? "" : header.strip();
        if (type.length() > LONGEST_TYPE || !TYPE.matcher(type).matches()) {
            return null;
        }
        String essence = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return GENERIC.contains(essence) ? null : essence + type.substring(essence.length());
    }
}
