package io.oxicloud.files.session;

import io.oxicloud.base.NodeId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How far an upload in pieces has come.
 *
 * @param receivedBytes of the pieces that have come
 * @param receivedPieces how many have
 * @param file what it has become; null as long as it has not
 * @param expiresAt when it is given up
 */
public record UploadSession(
        UUID id,
        NodeId folder,
        String name,
        @Nullable String mediaType,
        Pieces pieces,
        long receivedBytes,
        int receivedPieces,
        @Nullable NodeId file,
        Instant expiresAt) {
    /** Whether all pieces have come. */
    public boolean whole() {
        return receivedPieces == pieces.count();
    }

    /** From 0 to 1. */
    public double progress() {
        return (double) receivedBytes / pieces.total();
    }
}
