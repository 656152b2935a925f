package io.oxicloud.account.session;

import java.time.Instant;

/** One opened key. Does not print its secret. */
final class SigningKey {
    final String id;
    final long number;
    final Instant createdAt;
    private final byte[] secret;

    SigningKey(String id, long number, Instant createdAt, byte[] secret) {
        this.id = id;
        this.number = number;
        this.createdAt = createdAt;
        this.secret = secret.clone();
    }

    byte[] secret() {
        return secret.clone();
    }

    @Override
    public String toString() {
        return "SigningKey " + id;
    }
}
