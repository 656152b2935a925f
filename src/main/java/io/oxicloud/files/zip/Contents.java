package io.oxicloud.files.zip;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Lineage;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.PendingContent;
import java.util.Objects;

/** Opens what an archive is made of, for one actor, who has to be allowed to read it still. */
record Contents(Actor actor, Access access, ChunkStore store) {
    /** @throws io.oxicloud.base.CloudException NOT_FOUND if he may not any more */
    PendingContent begin(Entry entry, ByteRange range) {
        Lineage top = entry.top();
        if (top != null) {
            access.require(actor, top, Permission.READ);
        }
        return store.begin(Objects.requireNonNull(entry.content), range);
    }
}
