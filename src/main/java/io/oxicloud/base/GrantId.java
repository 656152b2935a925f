package io.oxicloud.base;

import java.util.UUID;

/** Identity of a role grant. Never reused. */
public record GrantId(UUID value) {
    /** @throws CloudException INVALID_INPUT if the text is not a UUID in its usual form */
    public static GrantId parse(String text) {
        return new GrantId(Ids.parse(text, "a grant"));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
