package io.oxicloud.files.session;

import io.oxicloud.base.NodeId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row of a session. Changed by statements only, so it needs no version. */
@Entity
@Table(name = "upload_session")
class UploadSessionEntity {
    @Id
    UUID id;

    @Column(name = "user_id")
    UUID userId;

    @Column(name = "drive_id")
    UUID driveId;

    @Column(name = "folder_id")
    UUID folderId;

    String name;

    @Column(name = "media_type")
    @Nullable
    String mediaType;

    @Column(name = "total_bytes")
    long totalBytes;

    @Column(name = "piece_bytes")
    long pieceBytes;

    @Column(name = "received_bytes")
    long receivedBytes;

    @Column(name = "received_pieces")
    int receivedPieces;

    @Column(name = "wasted_bytes")
    long wastedBytes;

    @Enumerated(EnumType.STRING)
    SessionState state;

    @Column(name = "file_id")
    @Nullable
    UUID fileId;

    @Column(name = "expires_at")
    Instant expiresAt;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected UploadSessionEntity() {}

    UploadSessionEntity(UUID id, UUID userId, UUID driveId, NewSession wanted, String name, Instant expiresAt) {
        this.id = id;
        this.userId = userId;
        this.driveId = driveId;
        folderId = wanted.folder().value();
        this.name = name;
        mediaType = wanted.mediaType();
        totalBytes = wanted.totalBytes();
        pieceBytes = wanted.pieceBytes();
        state = SessionState.OPEN;
        this.expiresAt = expiresAt;
    }

    UploadSession view() {
        return new UploadSession(
                id,
                new NodeId(folderId),
                name,
                mediaType,
                new Pieces(totalBytes, pieceBytes),
                receivedBytes,
                receivedPieces,
                fileId == null ? null : new NodeId(fileId),
                expiresAt);
    }
}
