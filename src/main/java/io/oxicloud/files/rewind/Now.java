package io.oxicloud.files.rewind;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node as it is.
 *
 * @param trashedUnder what was deleted, that hides it; null if it is to be seen
 */
record Now(
        UUID id,
        @Nullable UUID parent,
        String name,
        Lineage lineage,
        @Nullable Hash content,
        @Nullable UUID trashedUnder) {
    boolean liesIn(UUID folder, String called) {
        return folder.equals(parent) && name.equals(called);
    }
}
