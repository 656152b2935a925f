package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.DynamicUpdate;
import org.jspecify.annotations.Nullable;

/** The row of a file or folder. Changed under a row lock, and only in the columns that change. */
@Entity
@DynamicUpdate
@Table(name = "node")
class NodeEntity {
    @Id
    UUID id;

    /** Null for the root folder of a drive. */
    @Column(name = "parent_id")
    @Nullable
    UUID parentId;

    @Enumerated(EnumType.STRING)
    NodeKind kind;

    String name;

    @Column(name = "sort_key")
    byte[] sortKey;

    @Convert(converter = LineageColumn.class)
    Lineage lineage;

    @Convert(converter = HashColumn.class)
    @Nullable
    Hash content;

    long size;

    @Column(name = "media_type")
    @Nullable
    String mediaType;

    long changes;

    /** Raised by {@link TreeVersions}; its upper half is set by {@link RestoredBackup}. */
    long below;

    /** Up to this number the history of the folder has gaps. */
    @Column(name = "pruned_to")
    long prunedTo;

    @Column(name = "created_at")
    Instant createdAt;

    @Column(name = "created_by")
    @Convert(converter = UserColumn.class)
    @Nullable
    UserId createdBy;

    /** {@link #createdBy} as it is stored, to sort by. */
    @Column(name = "created_by", insertable = false, updatable = false)
    @Nullable
    UUID creator;

    @Column(name = "modified_at")
    Instant modifiedAt;

    @Column(name = "modified_by")
    @Convert(converter = UserColumn.class)
    @Nullable
    UserId modifiedBy;

    @Column(name = "trashed_under")
    @Nullable
    UUID trashedUnder;

    /** The name while the node can be seen, else null; the database makes it. */
    @Column(name = "live_name", insertable = false, updatable = false)
    @Nullable
    String liveName;

    @Version
    long version;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected NodeEntity() {}

    private NodeEntity(Lineage lineage, NodeKind kind, String name, Stamp stamp) {
        id = lineage.self().value();
        var ancestors = lineage.ancestors();
        parentId =
                ancestors.isEmpty() ? null : ancestors.get(ancestors.size() - 1).value();
        this.lineage = lineage;
        this.kind = kind;
        this.name = name;
        sortKey = SortKey.of(name);
        createdAt = stamp.at();
        createdBy = stamp.by();
        modifiedAt = stamp.at();
        modifiedBy = stamp.by();
    }

    static NodeEntity folder(Lineage lineage, String name, Stamp stamp) {
        return new NodeEntity(lineage, NodeKind.FOLDER, name, stamp);
    }

    /** To be written before it is stored. */
    static NodeEntity file(Lineage lineage, String name, Stamp stamp) {
        return new NodeEntity(lineage, NodeKind.FILE, name, stamp);
    }

    /** A node like another one in another place: made now, but with the time of its last change. */
    static NodeEntity copy(SourceNode source, Lineage lineage, String name, Stamp stamp) {
        var copy = new NodeEntity(lineage, source.kind(), name, stamp);
        copy.content = source.content();
        copy.size = source.size();
        copy.mediaType = MediaTypes.renamed(source.mediaType(), source.name(), name);
        copy.modifiedAt = source.modifiedAt();
        copy.modifiedBy = source.modifiedBy();
        return copy;
    }

    void write(Hash bytes, long length, Declared declared, Stamp stamp) {
        content = bytes;
        size = length;
        mediaType = declared.mediaType() == null ? MediaTypes.of(name) : declared.mediaType();
        modifiedAt = declared.modified() == null ? stamp.at() : declared.modified();
        modifiedBy = stamp.by();
    }

    /** Of two files, each gets what was written to the other one, and when; both under their own names. */
    void exchangeContent(NodeEntity other) {
        Hash bytes = content;
        long length = size;
        String type = mediaType;
        Instant at = modifiedAt;
        UserId by = modifiedBy;
        content = other.content;
        size = other.size;
        mediaType = MediaTypes.renamed(other.mediaType, other.name, name);
        modifiedAt = other.modifiedAt;
        modifiedBy = other.modifiedBy;
        other.content = bytes;
        other.size = length;
        other.mediaType = MediaTypes.renamed(type, name, other.name);
        other.modifiedAt = at;
        other.modifiedBy = by;
    }

    void rename(String newName) {
        mediaType = MediaTypes.renamed(mediaType, name, newName);
        name = newName;
        sortKey = SortKey.of(newName);
    }

    void hangUnder(NodeEntity folder) {
        parentId = folder.id;
        lineage = folder.lineage.child(new NodeId(id));
    }

    /** By itself, and not only with what it lies in. */
    boolean inTrash() {
        return id.equals(trashedUnder);
    }

    boolean isLiveFolder() {
        return kind == NodeKind.FOLDER && trashedUnder == null;
    }

    Node node() {
        return new Node(
                lineage, name, content, size, mediaType, changes + below, createdAt, modifiedAt, createdBy, modifiedBy);
    }
}
