package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.FsckRows.ManifestRow;
import io.oxicloud.db.Tx;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads all manifests, one after the other, in the order of their digests; each is seen as it is when it is its turn. */
final class ManifestWalk {
    /** Bytes of packed chunks that are read at once, unless a single manifest has more. */
    private static final long READ_AT_ONCE = 4L << 20;

    /** Bytes; all chunks but the last one of a content are longer. */
    private static final long SHORTEST_CHUNK = 64L << 10;

    private final Tx tx;
    private final FsckRows rows;

    ManifestWalk(Tx tx, FsckRows rows) {
        this.tx = tx;
        this.rows = rows;
    }

    /** What is done with each. */
    interface Visitor {
        /** @param size as its row says, which should be that of its chunks */
        void visit(Manifest manifest, long size);
    }

    void each(Visitor visitor) throws InterruptedException {
        @Nullable Hash after = null;
        while (true) {
            @Nullable Hash last = after;
            List<ManifestRow> page = tx.read("fsck.manifests", scope -> rows.manifests(scope, last));
            for (List<Hash> group : groups(page)) {
                Fsck.stopIfInterrupted();
                for (ManifestEntity row : tx.read("fsck.chunks-of-manifests", scope -> rows.bodies(scope, group))) {
                    visitor.visit(Manifest.unpack(row.digest, row.crc32, row.chunks), row.size);
                }
            }
            if (page.size() < FsckRows.PAGE) {
                return;
            }
            after = page.get(page.size() - 1).digest();
        }
    }

    private static List<List<Hash>> groups(List<ManifestRow> page) {
        List<List<Hash>> groups = new ArrayList<>();
        List<Hash> group = new ArrayList<>();
        long bytes = 0;
        for (ManifestRow row : page) {
            long most = (row.size() / SHORTEST_CHUNK + 1) * Manifest.ENTRY_BYTES;
            if (bytes + most > READ_AT_ONCE && !group.isEmpty()) {
                groups.add(group);
                group = new ArrayList<>();
                bytes = 0;
            }
            group.add(row.digest());
            bytes += most;
        }
        if (!group.isEmpty()) {
            groups.add(group);
        }
        return groups;
    }
}
