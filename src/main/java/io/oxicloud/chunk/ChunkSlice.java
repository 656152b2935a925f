package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.FsckRows.ChunkRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rows of neighbouring chunks, and what the manifests that go past say about them. For one thread. */
final class ChunkSlice {
    /** Rows; with their counts they take about 25 MB. */
    static final int ROWS = 200_000;

    private final Predicate<Hash> complete;

    private final List<ChunkRow> rows;
    private final Hash[] digests;
    private final long[] counted;

    /** The manifest that was counted last: one that holds a chunk twice has one reference. */
    private final long[] countedIn;

    private long manifests;

    private ChunkSlice(Predicate<Hash> complete, List<ChunkRow> rows) {
        this.complete = complete;
        this.rows = rows;
        this.digests = rows.stream().map(ChunkRow::digest).toArray(Hash[]::new);
        this.counted = new long[digests.length];
        this.countedIn = new long[digests.length];
    }

    /**
     * All chunks from one on to another.
     *
     * @param after where it begins; null: with the first chunk of all
     * @param last whether it ends with the last chunk of all, not with its own
     * @param rows in the order of their digests
     */
    static ChunkSlice whole(@Nullable Hash after, boolean last, List<ChunkRow> rows) {
        return new ChunkSlice(
                digest -> (after == null || digest.compareTo(after) > 0)
                        && (last || digest.compareTo(rows.get(rows.size() - 1).digest()) <= 0),
                rows);
    }

    /** Some chunks here and there, in the order of their digests. */
    static ChunkSlice some(List<ChunkRow> rows) {
        return new ChunkSlice(digest -> false, rows);
    }

    /**
     * Counts the manifest's chunks in this slice.
     *
     * @return those whose rows are missing or differ
     */
    Set<Hash> count(Manifest manifest) {
        manifests++;
        Set<Hash> differing = new HashSet<>();
        for (int i = 0; i < manifest.count(); i++) {
            Hash digest = manifest.digest(i);
            int found = Arrays.binarySearch(digests, digest);
            if (found < 0 ? complete.test(digest) : !matches(rows.get(found), manifest.chunk(i))) {
                differing.add(digest);
            }
            if (found >= 0 && countedIn[found] != manifests) {
                countedIn[found] = manifests;
                counted[found]++;
            }
        }
        return differing;
    }

    static boolean matches(@Nullable ChunkRow row, Manifest.Chunk chunk) {
        return row != null && row.durable() && row.life() == chunk.name().life() && row.size() == chunk.size();
    }

    /** Those with another number of references than was counted. */
    List<Count> miscounted() {
        List<Count> wrong = new ArrayList<>();
        for (int i = 0; i < counted.length; i++) {
            if (rows.get(i).refs() != counted[i]) {
                wrong.add(new Count(digests[i], rows.get(i).refs(), counted[i]));
            }
        }
        return wrong;
    }

    /**
     * @param refs as the row says
     * @param counted manifests that hold the chunk
     */
    record Count(Hash digest, long refs, long counted) {}
}
