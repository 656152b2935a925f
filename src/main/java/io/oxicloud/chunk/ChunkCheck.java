package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.FsckRows.ChunkRow;
import io.oxicloud.db.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Invariants 2 and 3 as far as rows go: what manifests say of their chunks, and what the chunks' rows say. */
final class ChunkCheck {
    private final Tx tx;
    private final FsckRows rows;
    private final ManifestWalk manifests;
    private final Findings findings;
    private final ChunkRecount recount;
    private final int sliceRows;

    /** How many manifests were compared again. */
    private int looked;

    /** @param sliceRows how many chunks are counted in one walk through the manifests */
    ChunkCheck(Tx tx, FsckRows rows, ManifestWalk manifests, Findings findings, int sliceRows) {
        this.tx = tx;
        this.rows = rows;
        this.manifests = manifests;
        this.findings = findings;
        this.recount = new ChunkRecount(tx, rows, manifests, findings);
        this.sliceRows = sliceRows;
    }

    void run() throws InterruptedException {
        @Nullable Hash after = null;
        boolean first = true;
        boolean last;
        do {
            List<ChunkRow> slice = slice(after);
            last = slice.size() < sliceRows;
            findings.chunks += slice.size();
            check(ChunkSlice.whole(after, last, slice), first);
            first = false;
            after = last ? null : slice.get(slice.size() - 1).digest();
        } while (!last);
    }

    private List<ChunkRow> slice(@Nullable Hash from) throws InterruptedException {
        List<ChunkRow> slice = new ArrayList<>();
        List<ChunkRow> page;
        @Nullable Hash after = from;
        do {
            Fsck.stopIfInterrupted();
            @Nullable Hash last = after;
            page = tx.read("fsck.chunks", scope -> rows.chunks(scope, last));
            findings.looked(page.size());
            for (ChunkRow row : page) {
                if (slice.size() < sliceRows) {
                    slice.add(row);
                    after = row.digest();
                }
            }
        } while (page.size() == FsckRows.PAGE && slice.size() < sliceRows);
        return slice;
    }

    private void check(ChunkSlice slice, boolean withSizes) throws InterruptedException {
        manifests.each((manifest, size) -> {
            if (withSizes && manifest.size() != size) {
                findings.inContent(
                        Finding.Kind.MANIFEST_DAMAGED,
                        manifest.digest(),
                        "has " + size + " bytes, but its chunks have " + manifest.size());
            }
            Set<Hash> differing = slice.count(manifest);
            if (!differing.isEmpty() && looked < Findings.KEPT) {
                looked++;
                compareAgain(manifest.digest(), differing);
            }
        });
        recount.look(slice.miscounted());
    }

    /** As long as the manifest's row is locked, the rows of its chunks stay. */
    private void compareAgain(Hash content, Set<Hash> suspects) {
        List<String> wrong = tx.retryingWrite("fsck.compare", scope -> {
            if (rows.lockManifest(scope, content).isEmpty()) {
                return List.<String>of();
            }
            Map<Hash, Manifest.Chunk> named = new TreeMap<>();
            for (ManifestEntity row : rows.bodies(scope, List.of(content))) {
                var manifest = Manifest.unpack(content, row.crc32, row.chunks);
                for (int i = 0; i < manifest.count(); i++) {
                    if (suspects.contains(manifest.digest(i))) {
                        named.put(manifest.digest(i), manifest.chunk(i));
                    }
                }
            }
            List<String> complaints = new ArrayList<>();
            for (List<Hash> some : ChunkRows.slices(named.keySet())) {
                Map<Hash, ChunkRow> now = rows.chunksOf(scope, some);
                for (Hash digest : some) {
                    complain(now.get(digest), Objects.requireNonNull(named.get(digest)), complaints);
                }
            }
            return complaints;
        });
        wrong.forEach(what -> findings.inContent(Finding.Kind.CHUNK_MISSING, content, what));
    }

    private static void complain(@Nullable ChunkRow row, Manifest.Chunk chunk, List<String> complaints) {
        if (row == null) {
            complaints.add("needs chunk " + chunk.name() + ", which has no row");
        } else if (!ChunkSlice.matches(row, chunk)) {
            complaints.add("needs chunk " + chunk.name() + " of " + chunk.size() + " bytes, but its row is of "
                    + row.name() + " with " + row.size() + " bytes" + (row.durable() ? "" : ", not durable"));
        }
    }
}
