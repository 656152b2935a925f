package io.oxicloud.benchmarks;

import io.oxicloud.base.Hash;
import io.oxicloud.benchmarks.PathCorpus.Row;
import java.nio.ByteBuffer;
import java.text.Normalizer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Before: the path is joined from the row, split, each name brought into NFC, and joined again. */
final class JoinedPaths implements PathArm {
    @Override
    public String name() {
        return "before";
    }

    @Override
    public Object listed(Row row) {
        String stored = row.path();
        if (stored == null) {
            stored = row.folder() + "/" + row.columns().name;
        }
        List<String> segments = segments(stored);
        var columns = row.columns();
        ByteBuffer lineage = ByteBuffer.wrap(columns.lineage);
        return new Entity(
                id(lineage, 1),
                id(lineage, 2),
                id(lineage, lineage.capacity() / 16),
                segments.get(segments.size() - 1),
                segments,
                String.join("/", segments),
                columns.digest(),
                columns.size,
                columns.mediaType,
                columns.changes,
                columns.created,
                columns.modified,
                columns.createdBy,
                columns.modifiedBy);
    }

    /** The names in a path, as stored. */
    static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String name : path.split("/", -1)) {
            if (!name.isEmpty()) {
                segments.add(Normalizer.normalize(name, Normalizer.Form.NFC));
            }
        }
        return segments;
    }

    /** @param fromEnd 1 is the last one */
    private static UUID id(ByteBuffer lineage, int fromEnd) {
        int at = lineage.capacity() - 16 * fromEnd;
        return new UUID(lineage.getLong(at), lineage.getLong(at + 8));
    }

    @Override
    public Seen seen(Object listed) {
        var entity = (Entity) listed;
        return new Seen(entity.name, entity.path, entity.segments);
    }

    private record Entity(
            UUID id,
            UUID parent,
            UUID drive,
            String name,
            List<String> segments,
            String path,
            @Nullable Hash content,
            long size,
            @Nullable String mediaType,
            long changes,
            Instant created,
            Instant modified,
            @Nullable UUID createdBy,
            @Nullable UUID modifiedBy) {}
}
