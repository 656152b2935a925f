package io.oxicloud.rest.session;

import io.oxicloud.files.session.UploadSession;
import java.util.List;
import java.util.UUID;

/**
 * How far an upload has come.
 *
 * @param progress from 0 to 1
 * @param pendingChunks the numbers of those that have not come
 */
record UploadDto(
        UUID uploadId,
        String filename,
        long totalSize,
        long bytesReceived,
        double progress,
        int totalChunks,
        int completedChunks,
        List<Integer> pendingChunks,
        boolean isComplete) {
    static UploadDto of(UploadSession session, List<Integer> missing) {
        return new UploadDto(
                session.id(),
                session.name(),
                session.pieces().total(),
                session.receivedBytes(),
                session.progress(),
                session.pieces().count(),
                session.receivedPieces(),
                missing,
                session.whole());
    }
}
