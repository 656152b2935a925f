package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One row of the list of the trash. */
final class TrashedRow {
    private final Node node;
    private final byte[] sortKey;
    private final Instant trashedAt;
    private final @Nullable UserId trashedBy;

    TrashedRow(
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
            Instant trashedAt,
            @Nullable UserId trashedBy) {
        node = new Node(lineage, name, content, size, mediaType, changes, created, modified, createdBy, modifiedBy);
        this.sortKey = sortKey;
        this.trashedAt = trashedAt;
        this.trashedBy = trashedBy;
    }

    TrashedNode shown(Duration retention) {
        return new TrashedNode(node, trashedAt, trashedBy, trashedAt.plus(retention));
    }

    Lineage lineage() {
        return node.lineage();
    }

    long size() {
        return node.size();
    }

    @Nullable
    String mediaType() {
        return node.mediaType();
    }

    /** As {@link MarkedRow#sortKey}, not to be changed. */
    byte[] sortKey() {
        return sortKey;
    }

    Instant trashedAt() {
        return trashedAt;
    }
}
