package io.oxicloud.base;

import java.util.UUID;

/** Identity of a file or folder. Never reused. */
public record NodeId(UUID value) {
    /** @throws CloudException INVALID_INPUT if the text is not a UUID in its usual form */
    public static NodeId parse(String text) {
        return new NodeId(Ids.parse(text, "a file or folder"));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
