package io.oxicloud.base;

import java.util.UUID;

/** Identity of an application password. Never reused. */
public record AppPasswordId(UUID value) {
    /** @throws CloudException INVALID_INPUT if the text is not a UUID in its usual form */
    public static AppPasswordId parse(String text) {
        return new AppPasswordId(Ids.parse(text, "an app password"));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
