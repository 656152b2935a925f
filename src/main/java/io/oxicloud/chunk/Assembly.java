package io.oxicloud.chunk;

import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import io.oxicloud.chunk.cut.FastCdc;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One content put together from chunks that are there. Pins them all under one lease, those only that the caller may use, and then
 * reads every byte again: digest and CRC-32 of the whole are what was read, whatever was said. It must be cut as an upload of the
 * same bytes is: whoever brings a content first decides about the chunks of all who bring it after him. For one thread.
 */
final class Assembly implements AutoCloseable {
    private static final Logger AUDIT = LoggerFactory.getLogger("audit.content");

    private final Tx tx;
    private final ChunkRows rows;
    private final Reads reads;
    private final Clock clock;
    private final UUID lease;
    private final ChunkSequence wanted;
    private final ChunkList chunks = new ChunkList();
    private final List<Hash> missing = new ArrayList<>();
    private boolean open;
    private boolean finished;
    private Instant renewed = Instant.MIN;

    Assembly(Tx tx, ChunkRows rows, Reads reads, Clock clock, UUID lease, ChunkSequence wanted) {
        this.tx = tx;
        this.rows = rows;
        this.reads = reads;
        this.clock = clock;
        this.lease = lease;
        this.wanted = wanted;
    }

    /** As {@link ChunkStore#assemble}. */
    Assembled run(Hash content, Claimable claimable) {
        Map<Hash, Integer> sizes = list();
        for (int i = 0; i < wanted.count() - 1; i++) {
            requireCut(i, wanted.size(i) >= FastCdc.MIN);
        }
        SortedSet<Hash> absent = new TreeSet<>();
        for (List<Hash> some : ChunkRows.slices(new TreeSet<>(sizes.keySet()))) {
            absent.addAll(claim(some, sizes, claimable));
        }
        if (!absent.isEmpty()) {
            for (int i = 0; i < wanted.count(); i++) {
                Hash digest = wanted.digest(i);
                if (absent.remove(digest)) {
                    missing.add(digest);
                }
            }
            return new Assembled(null, missing);
        }
        Manifest manifest = chunks.manifest(content, 0);
        int crc32 = verify(manifest);
        finished = true;
        return new Assembled(
                new ContentLease(Manifest.unpack(content, crc32, manifest.packed()), open ? lease : null, tx, rows),
                List.of());
    }

    private Map<Hash, Integer> list() {
        Map<Hash, Integer> sizes = new HashMap<>();
        for (int i = 0; i < wanted.count(); i++) {
            Hash digest = wanted.digest(i);
            if (chunks.add(digest, wanted.size(i))) {
                sizes.put(digest, wanted.size(i));
            } else if (sizes.getOrDefault(digest, -1) != wanted.size(i)) {
                throw new CloudException(
                        ErrorCode.INVALID_INPUT, "chunks: chunk " + digest + " is said to have several sizes");
            }
        }
        return sizes;
    }

    /** @return those that are not there for the caller */
    private Set<Hash> claim(List<Hash> some, Map<Hash, Integer> sizes, Claimable claimable) {
        List<ChunkEntity> pinned = tx.retryingWrite("chunk.claim", scope -> {
            if (!open) {
                rows.open(scope, lease);
            } else if (!rows.renew(scope, lease)) {
                throw ChunkLedger.dead();
            }
            // what is not the caller's is not looked at, so that nothing can be told by whether it is there
            Set<Hash> claimed = claimable.among(scope, some);
            if (claimed.isEmpty()) {
                return List.of();
            }
            List<ChunkEntity> there = rows.locked(scope, new TreeSet<>(claimed)).stream()
                    .filter(row -> row.durable)
                    .toList();
            // until now it could be given up
            Set<Hash> still =
                    claimable.among(scope, there.stream().map(row -> row.digest).toList());
            List<ChunkEntity> own =
                    there.stream().filter(row -> still.contains(row.digest)).toList();
            rows.pin(scope, lease, own);
            return own;
        });
        open = true;
        renewed = clock.instant();
        Set<Hash> absent = new TreeSet<>(some);
        for (ChunkEntity row : pinned) {
            absent.remove(row.digest);
            if (row.size != sizes.getOrDefault(row.digest, -1)) {
                throw new CloudException(
                        ErrorCode.INVALID_INPUT,
                        "chunks: chunk " + row.digest + " has " + row.size + " bytes, not " + sizes.get(row.digest));
            }
            chunks.setLife(row.digest, row.life);
        }
        return absent;
    }

    /** @return the CRC-32 of the whole */
    private int verify(Manifest manifest) {
        var whole = new Blake3();
        var crc32 = new CRC32();
        var cuts = new FastCdc();
        Manifest read = withoutRepetition(manifest);
        try (ReadAhead ahead = reads.ahead(read)) {
            byte[] bytes = {};
            long at = 0;
            for (int i = 0; i < wanted.count(); i++) {
                if (!repeats(i)) {
                    bytes = ahead.read(at, read.size());
                    at += bytes.length;
                    boolean last = i == wanted.count() - 1;
                    int end = cuts.scan(new Bytes(bytes), 0, bytes.length);
                    requireCut(i, end == bytes.length && (last || cuts.atCut()));
                }
                whole.update(new Bytes(bytes), 0, bytes.length);
                crc32.update(bytes, 0, bytes.length);
                renewIfDue();
            }
        }
        Hash found = Digests.of(whole);
        if (!found.equals(manifest.digest())) {
            AUDIT.warn("content.refused said={} found={} chunks={}", manifest.digest(), found, wanted.count());
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "file_hash: the chunks put together have another digest than was said");
        }
        return (int) crc32.getValue();
    }

    private boolean repeats(int index) {
        return index > 0 && wanted.digest(index).equals(wanted.digest(index - 1));
    }

    /** Of each run of the same chunk the first one, so that a short list of bytes is not a long reading. */
    private Manifest withoutRepetition(Manifest manifest) {
        var once = new ChunkList();
        boolean any = false;
        for (int i = 0; i < manifest.count(); i++) {
            if (repeats(i)) {
                any = true;
            } else {
                Manifest.Chunk chunk = manifest.chunk(i);
                if (once.add(chunk.name().digest(), chunk.size())) {
                    once.setLife(chunk.name().digest(), chunk.name().life());
                }
            }
        }
        return any ? once.manifest(manifest.digest(), 0) : manifest;
    }

    private static void requireCut(int index, boolean cut) {
        if (!cut) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT,
                    "chunks: cut differently than the server cuts a file of these bytes, first at chunks[" + index
                            + "]");
        }
    }

    private void renewIfDue() {
        if (!clock.instant().isBefore(renewed.plus(Settling.RENEWED_EVERY))) {
            boolean alive = tx.retryingWrite("chunk.renew", scope -> rows.renew(scope, lease));
            if (!alive) {
                throw ChunkLedger.dead();
            }
            renewed = clock.instant();
        }
    }

    /** Lets go of all pins, unless it ended well. */
    @Override
    public void close() {
        if (open && !finished) {
            ContentLease.drop(tx, rows, lease);
        }
    }
}
