package io.oxicloud.files;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the writer of a file says of it beside its bytes.
 *
 * @param mediaType as a Content-Type; null if its name is to decide
 * @param modified when it was changed before it came here, in whole microseconds; null for now
 */
public record Declared(@Nullable String mediaType, @Nullable Instant modified) {
    public static final Declared NOTHING = new Declared(null, null);

    public Declared {
        modified = modified == null ? null : modified.truncatedTo(ChronoUnit.MICROS);
    }
}
