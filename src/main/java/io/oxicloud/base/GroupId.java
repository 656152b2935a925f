package io.oxicloud.base;

import java.util.UUID;

/** Identity of a group of users. Never reused. */
public record GroupId(UUID value) {
    /** @throws CloudException INVALID_INPUT if the text is not a UUID in its usual form */
    public static GroupId parse(String text) {
        return new GroupId(Ids.parse(text, "a group"));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
