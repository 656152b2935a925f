package io.oxicloud.base;

import java.util.UUID;

/** Identity of a sign-in session. Never reused. */
public record SessionId(UUID value) {
    /** @throws CloudException INVALID_INPUT if the text is not a UUID in its usual form */
    public static SessionId parse(String text) {
        return new SessionId(Ids.parse(text, "a session"));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
