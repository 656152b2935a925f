package io.oxicloud.files;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.UserId;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Something that was deleted by itself, and not only with what it lay in. Changed by statements, under its lock. */
@Entity
@Table(name = "trash_entry")
class TrashEntity {
    @Id
    @Column(name = "node_id")
    UUID nodeId;

    @Column(name = "drive_id")
    UUID driveId;

    @Column(name = "trashed_at")
    Instant trashedAt;

    @Column(name = "trashed_by")
    @Convert(converter = UserColumn.class)
    @Nullable
    UserId trashedBy;

    boolean doomed;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected TrashEntity() {}

    TrashEntity(NodeEntity node, Stamp stamp, boolean doomed) {
        nodeId = node.id;
        driveId = node.lineage.drive().value();
        trashedAt = stamp.at();
        trashedBy = stamp.by();
        this.doomed = doomed;
    }

    DriveId drive() {
        return new DriveId(driveId);
    }
}
