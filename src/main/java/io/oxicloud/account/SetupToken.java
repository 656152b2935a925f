package io.oxicloud.account;

import io.oxicloud.base.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The proof that whoever sets the system up can read its log or its data directory. Good for one set-up. Thread-safe.
 */
public final class SetupToken {
    private static final int BYTES = 24;

    private final Secret value;
    private final AtomicBoolean spent = new AtomicBoolean();

    private SetupToken(Secret value) {
        this.value = value;
    }

    public static SetupToken random(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new SetupToken(new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)));
    }

    /** One made before, as its file in the data directory has it. */
    public static SetupToken of(String value) {
        return new SetupToken(new Secret(value));
    }

    /** To print once, and to put into a file that only the owner can read. */
    public String value() {
        return value.reveal();
    }

    /** Compares in a time that does not tell how much was right; nothing matches once it is spent. */
    boolean matches(@Nullable String given) {
        byte[] expected = value.reveal().getBytes(StandardCharsets.UTF_8);
        boolean same = given != null && MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8));
        return same && !spent.get();
    }

    void spend() {
        spent.set(true);
    }

    @Override
    public String toString() {
        return "SetupToken";
    }
}
