package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One row of a user's own list: the node, its place as stored, and the mark. */
final class MarkedRow {
    final Node node;
    final byte[] sortKey;
    final Instant at;

    MarkedRow(
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
            byte[] sortKey,
            Instant at) {
        node = new Node(lineage, name, content, size, mediaType, changes, created, modified, createdBy, modifiedBy);
        this.sortKey = sortKey;
        this.at = at;
    }

    MarkedNode marked() {
        return new MarkedNode(node, at);
    }
}
