package io.oxicloud.base;

import java.util.UUID;

/** Identity of a drive; its root folder bears the same value. Never reused. */
public record DriveId(UUID value) {
    /** @throws CloudException INVALID_INPUT if the text is not a UUID in its usual form */
    public static DriveId parse(String text) {
        return new DriveId(Ids.parse(text, "a drive"));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
