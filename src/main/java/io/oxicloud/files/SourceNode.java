package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a copy takes over from one node. */
record SourceNode(
        Lineage lineage,
        NodeKind kind,
        String name,
        @Nullable Hash content,
        long size,
        @Nullable String mediaType,
        Instant modifiedAt,
        @Nullable UserId modifiedBy) {}
