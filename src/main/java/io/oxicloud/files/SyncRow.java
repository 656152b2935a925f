package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The last change of a name among some changes of a folder, with what bears the name now. */
final class SyncRow {
    final long number;
    final String name;
    /** Of the folder, at the moment of the look-up. */
    final long prunedTo;

    private final boolean ofFolder;
    private final @Nullable Node node;

    SyncRow(
            long number,
            String changedName,
            boolean ofFolder,
            long prunedTo,
            @Nullable Lineage lineage,
            @Nullable String name,
            @Nullable Hash content,
            @Nullable Long size,
            @Nullable String mediaType,
            @Nullable Long changes,
            @Nullable Instant created,
            @Nullable Instant modified,
            @Nullable UserId createdBy,
            @Nullable UserId modifiedBy) {
        this.number = number;
        this.name = changedName;
        this.ofFolder = ofFolder;
        this.prunedTo = prunedTo;
        if (lineage == null || name == null || size == null || changes == null || created == null || modified == null) {
            node = null;
        } else {
            node = new Node(lineage, name, content, size, mediaType, changes, created, modified, createdBy, modifiedBy);
        }
    }

    SyncChange change() {
        return node == null ? new SyncChange(name, ofFolder, null) : SyncChange.of(node);
    }
}
