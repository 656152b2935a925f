package io.oxicloud.base;

import java.util.UUID;

/** Identity of a user account. Never reused. */
public record UserId(UUID value) {
    /** @throws CloudException INVALID_INPUT if the text is not a UUID in its usual form */
    public static UserId parse(String text) {
        return new UserId(Ids.parse(text, "a user"));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
