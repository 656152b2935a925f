package io.oxicloud.account;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The last row of a page of the list of users. */
record UserCursor(Instant createdAt, UUID id) {
    private static final Instant END = Instant.parse("9999-01-01T00:00:00Z");
    private static final UserCursor BEGINNING = new UserCursor(Instant.EPOCH, new UUID(0, 0));

    /** Whatever cannot be read is the beginning. */
    static UserCursor parse(@Nullable String text) {
        if (text == null) {
            return BEGINNING;
        }
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split(" ", -1);
            var cursor = new UserCursor(Instant.parse(parts[0]), UUID.fromString(parts[parts.length - 1]));
            return cursor.createdAt.isBefore(Instant.EPOCH) || cursor.createdAt.isAfter(END) ? BEGINNING : cursor;
        } catch (IllegalArgumentException | DateTimeException unreadable) {
            return BEGINNING;
        }
    }

    String format() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((createdAt + " " + id).getBytes(StandardCharsets.UTF_8));
    }
}
