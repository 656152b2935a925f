package io.oxicloud.chunk;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.cache.Caches;
import io.oxicloud.db.Tx;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Contents in and out. Knows nothing of files, owners or permissions: that is for the doors that use it. Never to be called
 * inside a transaction. Thread-safe. Closing ends its threads; uploads that are under way go on without them.
 */
public final class ChunkStore implements AutoCloseable {
    private final Tx tx;
    private final BlobBackend blobs;
    private final Clock clock;
    private final Ids ids;
    private final long syncedEvery;
    private final ChunkRows rows = new ChunkRows();
    private final Manifests manifests;
    private final SpareThreads settlers;
    private final Buffers buffers = new Buffers();
    private final Reads reads;

    /** With the usual settings. */
    public ChunkStore(Tx tx, BlobBackend blobs, Caches caches, Clock clock, Ids ids) {
        this(tx, blobs, caches, clock, ids, StoreSettings.DEFAULTS);
    }

    /** @param tx for the requests that bring and fetch contents */
    public ChunkStore(Tx tx, BlobBackend blobs, Caches caches, Clock clock, Ids ids, StoreSettings settings) {
        this(tx, blobs, caches, clock, ids, settings, Settling.SYNCED_EVERY);
    }

    /** @param syncedEvery bytes written after which an upload that goes on is synced in between */
    ChunkStore(
            Tx tx, BlobBackend blobs, Caches caches, Clock clock, Ids ids, StoreSettings settings, long syncedEvery) {
        this.tx = tx;
        this.blobs = blobs;
        this.clock = clock;
        this.ids = ids;
        this.syncedEvery = syncedEvery;
        this.manifests = new Manifests(tx, new ManifestRows(), caches);
        this.settlers = new SpareThreads("oxicloud-settle", settings.overlap());
        this.reads = new Reads(blobs, manifests::renewed, caches, settings);
    }

    /**
     * Takes a stream to its end. When this returns, the bytes are on stable storage; they belong to nobody until {@link
     * ChunkLedger#adopt}. Needs about 17 MiB, however long the stream. The stream is not closed.
     *
     * @throws IOException if {@code in} fails, or the thread is interrupted; nothing is kept then, nor after any other failure
     * @throws CloudException STORAGE_FULL, BACKEND_DOWN, or BUSY if the stream stood still for ten minutes
     */
    public ContentLease ingest(InputStream in) throws IOException {
        var settling = new Settling(tx, rows, blobs, clock, ids, syncedEvery);
        try (var upload = new Ingest(settling, settlers, buffers)) {
            return upload.run(in);
        }
    }

    /**
     * Takes chunks that somebody else has cut, to the end of the frames. When this returns, they are on stable storage; they
     * belong to nobody until {@link PendingChunks#keep}. Needs about 9 MiB.
     *
     * @param admission asked before any of them is written
     * @throws IOException if the stream fails; nothing is kept then, nor after any other failure
     * @throws CloudException as {@link #ingest}; INVALID_INPUT for what are no frames
     */
    public LooseChunks ingestChunks(Frames frames, Admission admission) throws IOException {
        var settling = new Settling(tx, rows, blobs, clock, ids, syncedEvery);
        try (var upload = new LooseIngest(settling, admission, buffers)) {
            return upload.run(frames);
        }
    }

    /**
     * Puts a content together from chunks that are there, without trusting a word of what is said of it: every byte is read
     * again. A failure holds nothing.
     *
     * @param content what is said to be its digest
     * @throws CloudException INVALID_INPUT if a chunk has another size or the whole another digest than was said, or it is cut
     *     differently than {@link #ingest} cuts it;
     *     CORRUPT_CONTENT or BACKEND_DOWN if a chunk cannot be read
     */
    public Assembled assemble(Hash content, ChunkSequence chunks, Claimable claimable) {
        try (var assembly = new Assembly(tx, rows, reads, clock, ids.next(), chunks)) {
            return assembly.run(content, claimable);
        }
    }

    /**
     * Those of the chunks that are on stable storage, with their sizes in bytes.
     *
     * @param asked at most some thousand
     */
    public Map<Hash, Integer> sizes(Collection<Hash> asked) {
        Map<Hash, Integer> sizes = new HashMap<>();
        tx.read("chunk.sizes", scope -> rows.stored(scope, asked)).forEach(row -> sizes.put(row.digest, row.size));
        return sizes;
    }

    /**
     * Chunks in this order, to be sent.
     *
     * @param digests each once
     * @throws CloudException CORRUPT_CONTENT if one is not there; CORRUPT_CONTENT or BACKEND_DOWN if the first cannot be read
     */
    public FramedChunks frames(List<Hash> digests) {
        var list = new ChunkList();
        Map<Hash, ChunkEntity> found = new HashMap<>();
        tx.read("chunk.frames", scope -> rows.stored(scope, digests)).forEach(row -> found.put(row.digest, row));
        for (Hash digest : digests) {
            ChunkEntity row = found.get(digest);
            if (row == null) {
                throw new CloudException(ErrorCode.CORRUPT_CONTENT, "chunk " + digest + " is missing");
            }
            list.add(digest, row.size);
            list.setLife(digest, row.life);
        }
        Manifest chunks = list.manifest(Settling.NO_CONTENT, 0);
        return new FramedChunks(chunks, reads.ahead(chunks));
    }

    /**
     * A content that some row shows. Reads its manifest at most, none of its bytes.
     *
     * @throws CloudException CORRUPT_CONTENT if there is no such content
     */
    public Content open(Hash content) {
        return new Content(manifests.get(content), reads);
    }

    /** The bytes of a range; as {@link Content#stream(ByteRange)}, and quicker for what is in memory. */
    public InputStream open(Hash content, ByteRange range) {
        InputStream atHand = reads.peek(content, range);
        return atHand == null ? open(content).stream(range) : atHand;
    }

    /** Begins to do as {@link #open(Hash, ByteRange)} does, on another thread if one is free. */
    public PendingContent begin(Hash content, ByteRange range) {
        return new PendingContent(() -> open(content, range), reads::begin);
    }

    /**
     * For who will open all of these soon: their manifests are in memory then, as far as they are short. One statement, so ask for 1,000
     * at most.
     */
    public void prefetch(Collection<Hash> contents) {
        manifests.prefetch(contents);
    }

    /**
     * The CRC-32 of each of these contents that is there. One statement, so ask for 1,000 at most.
     */
    public Map<Hash, Integer> checksums(Collection<Hash> contents) {
        return tx.read("chunk.checksums", scope -> manifests.checksums(scope, contents));
    }

    @Override
    public void close() {
        settlers.close();
        reads.close();
    }
}
