package io.oxicloud.account.session;

import java.time.Duration;

/**
 * How long what a sign-in gives out is good for.
 *
 * @param accessLife of an access token, from its making
 * @param refreshLife of a refresh token; each renewal starts it anew, so that a session in use does not end
 * @param keyLife how long one key signs; after it a new one is made, and the old one only verifies
 */
public record TokenSettings(Duration accessLife, Duration refreshLife, Duration keyLife) {
    public static final TokenSettings DEFAULTS =
            new TokenSettings(Duration.ofHours(1), Duration.ofDays(7), Duration.ofDays(30));

    public TokenSettings {
        within("ACCESS_TOKEN_EXPIRY_SECS", accessLife, Duration.ofSeconds(10), Duration.ofDays(1));
        within("REFRESH_TOKEN_EXPIRY_SECS", refreshLife, accessLife, Duration.ofDays(400));
        within("SIGNING_KEY_LIFE", keyLife, accessLife, Duration.ofDays(4_000));
    }

    private static void within(String key, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(key + " must be from " + min + " to " + max + ", was " + value);
        }
    }
}
