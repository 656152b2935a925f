package io.oxicloud.files;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where something stands in the list of the trash; the cursor of a page. */
record TrashPlace(Instant at, UUID id) {
    private static final int LENGTH = 24;

    /** For callers to hand back. */
    String cursor() {
        byte[] bytes = ByteBuffer.allocate(LENGTH)
                .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, at))
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Null, the beginning, also for what is no cursor: the contract wants the first page then. */
    static @Nullable TrashPlace parse(@Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
        } catch (IllegalArgumentException e) {
            return null;
        }
        if (bytes.remaining() != LENGTH) {
            return null;
        }
        long micros = bytes.getLong();
        if (micros < 0) {
            return null;
        }
        return new TrashPlace(
                Instant.EPOCH.plus(micros, ChronoUnit.MICROS), new UUID(bytes.getLong(), bytes.getLong()));
    }
}
