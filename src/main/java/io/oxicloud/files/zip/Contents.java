package io.oxicloud.files.zip;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.PendingContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Opens what an archive is made of, for one actor, who has to be allowed to read it still. For one thread. */
final class Contents {
    /** Contents whose manifests are read by one statement. */
    private static final int AHEAD = 100;

    private final Actor actor;
    private final Access access;
    private final ChunkStore store;
    private final List<Entry> entries;

    /** The first entry whose manifest nobody has asked for. */
    private int unknown;

    Contents(Actor actor, Access access, ChunkStore store, List<Entry> entries) {
        this.actor = actor;
        this.access = access;
        this.store = store;
        this.entries = entries;
    }

    /**
     * @param index of an entry that is a file with something in it; each call is for one behind that of the call before
     * @throws io.oxicloud.base.CloudException NOT_FOUND if the actor may not read it any more
     */
    PendingContent begin(int index, ByteRange range) {
        Entry entry = entries.get(index);
        Lineage top = entry.top();
        if (top != null) {
            access.require(actor, top, Permission.READ);
        }
        if (index >= unknown) {
            prefetch(index);
        }
        return store.begin(Objects.requireNonNull(entry.content), range);
    }

    private void prefetch(int from) {
        List<Hash> next = new ArrayList<>();
        unknown = from;
        while (unknown < entries.size() && next.size() < AHEAD) {
            Entry entry = entries.get(unknown++);
            if (entry.content != null && entry.size > 0) {
                next.add(entry.content);
            }
        }
        if (next.size() > 1) {
            store.prefetch(next);
        }
    }
}
