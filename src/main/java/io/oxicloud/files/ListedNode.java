package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One row of a listing: the node, and its place as stored. */
final class ListedNode {
    final Node node;
    private final byte[] sortKey;

    ListedNode(
            Lineage lineage,
            String name,
            @Nullable Hash content,
            long size,
            @Nullable String mediaType,
            long changes,
            Instant created,
            Instant modified,
            @Nullable UserId createdBy,
            @Nullable UserId modifiedBy,
            byte[] sortKey) {
        node = new Node(lineage, name, content, size, mediaType, changes, created, modified, createdBy, modifiedBy);
        this.sortKey = sortKey;
    }

    /**
     * Taken from the row and never worked out again from the name: another Unicode version may fold it otherwise, and a
     * page would begin where it began before.
     */
    Place place() {
        return new Place(sortKey, node.id().value());
    }
}
