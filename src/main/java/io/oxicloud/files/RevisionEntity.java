package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.UserId;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One change in the history of a folder. Written once, but for what it says of a content: the name somebody gave it, and that it is
 * there at all.
 */
@Entity
@Table(name = "node_revision")
class RevisionEntity implements VersionRule.Dated {
    @EmbeddedId
    RevisionId id;

    @Column(name = "node_id")
    UUID nodeId;

    @Enumerated(EnumType.STRING)
    RevisionKind kind;

    @Column(name = "of_folder")
    boolean ofFolder;

    String name;

    @Convert(converter = HashColumn.class)
    @Nullable
    Hash content;

    @Nullable
    Long size;

    @Convert(converter = UserColumn.class)
    @Nullable
    UserId actor;

    Instant at;

    /** What somebody called this version. */
    @Nullable
    String label;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected RevisionEntity() {}

    RevisionEntity(RevisionId id, RevisionKind kind, NodeEntity node, Stamp stamp) {
        this.id = id;
        this.kind = kind;
        nodeId = node.id;
        ofFolder = node.kind == NodeKind.FOLDER;
        name = node.name;
        actor = stamp.by();
        at = stamp.at();
        if (kind == RevisionKind.CREATED || kind == RevisionKind.WRITTEN) {
            content = node.content;
            size = node.kind == NodeKind.FILE ? node.size : null;
        }
    }

    @Override
    public Instant at() {
        return at;
    }

    @Override
    public boolean named() {
        return label != null;
    }
}
