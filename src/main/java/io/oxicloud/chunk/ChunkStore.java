package io.oxicloud.chunk;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.cache.Caches;
import io.oxicloud.chunk.cut.Chunker;
import io.oxicloud.db.Tx;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;

/**
 * Contents in and out. Knows nothing of files, owners or permissions: that is for the doors that use it. Never to be called
 * inside a transaction. Thread-safe.
 */
public final class ChunkStore {
    private final Tx tx;
    private final BlobBackend blobs;
    private final Clock clock;
    private final Ids ids;
    private final long syncedEvery;
    private final ChunkRows rows = new ChunkRows();
    private final Manifests manifests;

    /** @param tx for the requests that bring and fetch contents */
    public ChunkStore(Tx tx, BlobBackend blobs, Caches caches, Clock clock, Ids ids) {
        this(tx, blobs, caches, clock, ids, Settling.SYNCED_EVERY);
    }

    /** @param syncedEvery bytes written after which an upload that goes on is synced in between */
    ChunkStore(Tx tx, BlobBackend blobs, Caches caches, Clock clock, Ids ids, long syncedEvery) {
        this.tx = tx;
        this.blobs = blobs;
        this.clock = clock;
        this.ids = ids;
        this.syncedEvery = syncedEvery;
        this.manifests = new Manifests(tx, new ManifestRows(), caches);
    }

    /**
     * Takes a stream to its end. When this returns, the bytes are on stable storage; they belong to nobody until {@link
     * ChunkLedger#adopt}. Needs about 9 MiB, however long the stream. The stream is not closed.
     *
     * @throws IOException if {@code in} fails; nothing is kept then, nor after any other failure
     * @throws CloudException STORAGE_FULL, BACKEND_DOWN, or BUSY if the stream stood still for ten minutes
     */
    public ContentLease ingest(InputStream in) throws IOException {
        var batch = new Batch();
        var chunker = new Chunker((length, words) -> batch.cut(length, Digests.of(words)));
        try (var settling = new Settling(tx, rows, blobs, clock, ids, syncedEvery)) {
            while (batch.fill(in, chunker)) {
                settling.renewIfDue();
                if (batch.full()) {
                    settling.settle(batch);
                    batch.next();
                }
            }
            chunker.finish();
            return settling.finish(batch);
        }
    }

    /**
     * A content that some row shows. Reads its manifest at most, none of its bytes.
     *
     * @throws CloudException CORRUPT_CONTENT if there is no such content
     */
    public Content open(Hash content) {
        return new Content(manifests.get(content), blobs);
    }

    /** The bytes of a range; as {@link Content#stream(ByteRange)}. */
    public InputStream open(Hash content, ByteRange range) {
        return open(content).stream(range);
    }
}
