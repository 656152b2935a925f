package io.oxicloud.base;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** A password, key or token that must not end up in a log: it does not print itself. Immutable. */
public final class Secret {
    private final String value;

    public Secret(String value) {
        this.value = value;
    }

    /** The value itself, for the one call that needs it. */
    public String reveal() {
        return value;
    }

    /** Takes the same time wherever two values of equal length differ. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(bytes(), secret.bytes());
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }

    private byte[] bytes() {
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
