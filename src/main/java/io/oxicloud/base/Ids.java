package io.oxicloud.base;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;

/**
 * Makes identities: time-ordered UUIDs (version 7, RFC 9562 section 5.7), so that new rows lie together in an index.
 *
 * <p>Thread-safe. Ids made in the same millisecond are in no order. They are names, not secrets: a token is never one.
 */
public final class Ids {
    private static final int TEXT_LENGTH = 36;

    private final Clock clock;
    private final SecureRandom random;

    public Ids(Clock clock, SecureRandom random) {
        this.clock = clock;
        this.random = random;
    }

    public UUID next() {
        long high = clock.millis() << 16 | 0x7000L | random.nextInt(1 << 12);
        long low = random.nextLong() >>> 2 | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    /** {@code UUID.fromString} takes shortened groups; an identity has one spelling in two cases. */
    static UUID parse(String text, String what) {
        if (text.length() == TEXT_LENGTH) {
            try {
                UUID id = UUID.fromString(text);
                if (id.toString().equalsIgnoreCase(text)) {
                    return id;
                }
            } catch (IllegalArgumentException e) {
                throw new CloudException(ErrorCode.INVALID_INPUT, "not the id of " + what, e);
            }
        }
        throw new CloudException(ErrorCode.INVALID_INPUT, "not the id of " + what);
    }
}
