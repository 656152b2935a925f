package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.ChunkSlice.Count;
import io.oxicloud.chunk.FsckRows.ChunkRow;
import io.oxicloud.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the references of some chunks exactly, while others change them. A walk notes the manifests that hold the chunks.
 * Then, under the locks of the chunks' rows, which everybody takes who changes such a manifest, it is seen which of those are
 * still there and which have come since the walk began.
 */
final class ChunkRecount {
    /** References that are noted in one walk: about 20 MB. */
    private static final long NOTED = 200_000;

    /** Longer than a transaction runs that makes a manifest. */
    private static final Duration LATE = Duration.ofMinutes(5);

    private final Tx tx;
    private final FsckRows rows;
    private final ManifestWalk manifests;
    private final Findings findings;

    ChunkRecount(Tx tx, FsckRows rows, ManifestWalk manifests, Findings findings) {
        this.tx = tx;
        this.rows = rows;
        this.manifests = manifests;
        this.findings = findings;
    }

    /** What is still wrong becomes a finding. */
    void look(List<Count> suspects) throws InterruptedException {
        Map<Hash, Set<Hash>> holders = new HashMap<>();
        long noted = 0;
        int looked = 0;
        for (Count suspect : suspects) {
            if (suspect.counted() > NOTED || looked == Findings.KEPT) {
                continue; // docs/storage.md names these limits
            }
            if (noted + suspect.counted() > NOTED || holders.size() == FsckRows.PAGE) {
                look(holders);
                holders.clear();
                noted = 0;
            }
            holders.put(suspect.digest(), new HashSet<>());
            noted += suspect.counted();
            looked++;
        }
        if (!holders.isEmpty()) {
            look(holders);
        }
    }

    /** @param holders the chunks, to be filled with the contents that hold them */
    private void look(Map<Hash, Set<Hash>> holders) throws InterruptedException {
        Instant since = tx.read("fsck.time", Tx.Scope::databaseTime).minus(LATE);
        manifests.each((manifest, size) -> note(manifest, holders));
        List<Count> wrong = tx.retryingWrite("fsck.recount-chunks", scope -> wrong(scope, holders, since));
        for (Count count : wrong) {
            findings.inChunk(
                    Finding.Kind.CHUNK_COUNT,
                    count.digest(),
                    "has " + count.refs() + " references, but " + count.counted() + " manifests hold it");
        }
    }

    private static void note(Manifest manifest, Map<Hash, Set<Hash>> holders) {
        for (int i = 0; i < manifest.count(); i++) {
            Set<Hash> noted = holders.get(manifest.digest(i));
            if (noted != null) {
                noted.add(manifest.digest());
            }
        }
    }

    private List<Count> wrong(Tx.Scope scope, Map<Hash, Set<Hash>> noted, Instant since) {
        List<ChunkRow> locked = rows.lockChunks(scope, noted.keySet());
        Map<Hash, Set<Hash>> holders = new HashMap<>();
        Set<Hash> contents = new HashSet<>();
        noted.forEach((chunk, some) -> {
            holders.put(chunk, new HashSet<>());
            contents.addAll(some);
        });
        Set<Hash> existing = new HashSet<>();
        for (List<Hash> some : ChunkRows.slices(contents)) {
            existing.addAll(rows.known(scope, some));
        }
        holders.forEach((chunk, some) -> noted.getOrDefault(chunk, Set.of()).stream()
                .filter(existing::contains)
                .forEach(some::add));
        rows.madeSince(scope, since, manifest -> note(manifest, holders));

        List<Count> wrong = new ArrayList<>();
        for (ChunkRow row : locked) {
            int counted = holders.getOrDefault(row.digest(), Set.of()).size();
            if (counted != row.refs()) {
                wrong.add(new Count(row.digest(), row.refs(), counted));
            }
        }
        return wrong;
    }
}
