package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One row of the list of the trash. */
record TrashedRow(
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
        Instant trashedAt,
        @Nullable UserId trashedBy) {
    TrashedNode shown(Duration retention) {
        var node = new Node(lineage, name, content, size, mediaType, changes, created, modified, createdBy, modifiedBy);
        return new TrashedNode(node, trashedAt, trashedBy, trashedAt.plus(retention));
    }

    TrashPlace place() {
        return new TrashPlace(trashedAt, lineage.self().value());
    }
}
