package io.oxicloud.rest;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Text that clients hand back as they got it, and that fits into one segment of an address whatever is in it. */
final class Opaque {
    private Opaque() {}

    static String of(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Empty for null and for what {@link #of} cannot have made. */
    static Optional<String> read(@Nullable String opaque) {
        if (opaque == null) {
            return Optional.empty();
        }
        try {
            String text = new String(Base64.getUrlDecoder().decode(opaque), StandardCharsets.UTF_8);
            return of(text).equals(opaque) ? Optional.of(text) : Optional.empty();
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }
}
