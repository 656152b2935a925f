package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of a listing as the database's driver hands it out, and what the product makes of it, within reach of the
 * benchmarks. No record, since some columns are arrays, which nobody is to change.
 */
public final class ListingRow {
    private static final HashColumn HASHES = new HashColumn();
    private static final UserColumn USERS = new UserColumn();

    public final byte[] lineage;
    public final String name;
    public final byte @Nullable [] content;
    public final long size;
    public final @Nullable String mediaType;
    public final long changes;
    public final Instant created;
    public final Instant modified;
    public final @Nullable UUID createdBy;
    public final @Nullable UUID modifiedBy;
    public final byte[] sortKey;

    /**
     * @param lineage ids from the drive's root down to the node, 16 bytes each
     * @param content null for a folder
     */
    public ListingRow(
            byte[] lineage,
            String name,
            byte @Nullable [] content,
            long size,
            @Nullable String mediaType,
            long changes,
            Instant created,
            Instant modified,
            @Nullable UUID createdBy,
            @Nullable UUID modifiedBy,
            byte[] sortKey) {
        this.lineage = lineage;
        this.name = name;
        this.content = content;
        this.size = size;
        this.mediaType = mediaType;
        this.changes = changes;
        this.created = created;
        this.modified = modified;
        this.createdBy = createdBy;
        this.modifiedBy = modifiedBy;
        this.sortKey = sortKey;
    }

    /** What a listing shows, and the place after which the next page begins. */
    public Object listed() {
        return new ListedNode(
                PackedLineage.unpack(lineage),
                name,
                digest(),
                size,
                mediaType,
                changes,
                created,
                modified,
                USERS.convertToEntityAttribute(createdBy),
                USERS.convertToEntityAttribute(modifiedBy),
                sortKey);
    }

    public @Nullable Hash digest() {
        return HASHES.convertToEntityAttribute(content);
    }

    /** The node in what {@link #listed} made. */
    public static Node node(Object listed) {
        return ((ListedNode) listed).node;
    }

    /** Drops the drive's root: what is left is the path as its users see it. */
    public static List<NodeId> path(Node node) {
        List<NodeId> all = node.lineage().path();
        return all.subList(1, all.size());
    }
}
