package io.oxicloud.account.session;

import io.oxicloud.base.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** Makes refresh tokens, 256 random bits each, and the hash they are kept under: too long to be guessed, so no salt. */
final class RefreshToken {
    private static final int BYTES = 32;
    /** What a token can be at most; longer text is not even hashed. */
    private static final int MAX_LENGTH = 256;

    private RefreshToken() {}

    static Secret random(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    static byte[] hash(Secret token) {
        String text = token.reveal();
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest((text.length() > MAX_LENGTH ? "" : text).getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
