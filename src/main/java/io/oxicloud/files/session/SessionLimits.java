package io.oxicloud.files.session;

import java.time.Duration;

/**
 * What bounds sessions.
 *
 * @param life how long one is kept from its beginning
 * @param maxPieceBytes longest piece
 */
public record SessionLimits(Duration life, long maxPieceBytes) {
    public static final SessionLimits DEFAULTS = new SessionLimits(Duration.ofHours(24), 100L << 20);

    public SessionLimits {
        if (maxPieceBytes < NewSession.SHORTEST_PIECE) {
            throw new IllegalArgumentException("CHUNK_MAX_BYTES must be at least " + NewSession.SHORTEST_PIECE);
        }
    }
}
