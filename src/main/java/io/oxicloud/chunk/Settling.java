package io.oxicloud.chunk;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import io.oxicloud.db.DuplicateException;
import io.oxicloud.db.Tx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The second half of an upload: pins the chunks of batch after batch under one lease, writes those that are not durable yet,
 * and lists all of them (docs/storage.md, "Writing"). For one thread at a time; needs nothing of the thread that reads.
 */
final class Settling implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Settling.class);

    static final Duration RENEWED_EVERY = Duration.ofMinutes(1);

    /** Bytes; so much is forced to disk within the life of a lease even by a slow disk. */
    static final long SYNCED_EVERY = 512L << 20;

    private static final int TRIES = 8;

    /** Chunks that are no content together have this digest. */
    static final Hash NO_CONTENT = Hash.of(new byte[Hash.LENGTH]);

    private final Tx tx;
    private final ChunkRows rows;
    private final BlobBackend backend;
    private final BlobBatch blobs;
    private final Clock clock;
    private final Ids ids;
    private final long syncedEvery;
    private final UUID lease;

    private final Blake3 whole = new Blake3();

    /** A chunk that comes again is only listed. */
    private final ChunkList chunks = new ChunkList();

    /** When the lease's row was last written; null while there is none. */
    private @Nullable Instant renewed;

    /** How much of the next batch {@link #whole} has taken already. */
    private int digested;

    private long unsynced;
    private boolean finished;

    Settling(Tx tx, ChunkRows rows, BlobBackend blobs, Clock clock, Ids ids, long syncedEvery) {
        this.tx = tx;
        this.rows = rows;
        this.backend = blobs;
        this.blobs = blobs.batch();
        this.clock = clock;
        this.ids = ids;
        this.syncedEvery = syncedEvery;
        this.lease = ids.next();
    }

    /**
     * Settles the chunks that end in {@code batch}; more will come.
     *
     * @throws CloudException BUSY if the lease is dead, STORAGE_FULL or BACKEND_DOWN if the bytes cannot be written
     */
    void settle(Batch batch) {
        digest(batch.bytes(), batch.end());
        digested = 0;
        settleChunks(batch);
    }

    /** As {@link #settle}, where nobody asks for the digest of the whole. */
    void settleChunks(Batch batch) {
        list(batch);
        if (unsynced >= syncedEvery) {
            sync();
            renewIfDue();
        }
    }

    /**
     * Takes the next batch into the digest of the whole from where it was left off up to {@code end}, which {@link #settle}
     * does for the rest.
     */
    void digest(byte[] bytes, int end) {
        whole.update(new Bytes(bytes), digested, end - digested);
        digested = end;
    }

    /**
     * Settles the last batch and makes all of it durable. The failures are those of {@link #settle}.
     *
     * @param crc32 of the whole
     */
    ContentLease finish(Batch batch, int crc32) {
        boolean onlyChunk = chunks.isEmpty() && batch.pieces().size() == 1;
        if (!onlyChunk) {
            digest(batch.bytes(), batch.end());
        }
        list(batch);
        sync();
        Hash digest = onlyChunk ? batch.pieces().get(0).digest() : Digests.of(whole);
        Manifest manifest = chunks.manifest(digest, crc32);
        finished = true;
        return new ContentLease(manifest, isOpen() ? lease : null, tx, rows);
    }

    /** As {@link #finish}, where nobody asks for the whole. */
    LooseChunks finishChunks(Batch batch) {
        list(batch);
        sync();
        finished = true;
        return new LooseChunks(chunks.manifest(NO_CONTENT, 0), isOpen() ? lease : null, tx, rows);
    }

    /** To be called when bytes have come, for a slow upload may take long to fill a batch. */
    void renewIfDue() {
        if (renewed != null && !clock.instant().isBefore(renewed.plus(RENEWED_EVERY))) {
            tx.retryingWrite("chunk.renew", scope -> {
                renew(scope);
                return true;
            });
            renewed = clock.instant();
        }
    }

    /** Gives up, unless the upload was finished. */
    @Override
    public void close() {
        blobs.close();
        if (isOpen() && !finished) {
            ContentLease.drop(tx, rows, lease);
        }
    }

    private boolean isOpen() {
        return renewed != null;
    }

    private void list(Batch batch) {
        SortedMap<Hash, Batch.Piece> fresh = new TreeMap<>();
        for (Batch.Piece piece : batch.pieces()) {
            if (chunks.add(piece.digest(), piece.length())) {
                fresh.put(piece.digest(), piece);
            }
        }
        if (!fresh.isEmpty()) {
            for (ChunkEntity row : pin(fresh)) {
                chunks.setLife(row.digest, row.life);
                var name = new BlobName(row.digest, row.life);
                Batch.Piece piece = Objects.requireNonNull(fresh.get(row.digest));
                if (!row.durable || isLost(name, piece.length())) {
                    // to a slow backend the writes of one batch may take longer than the lease lives
                    renewIfDue();
                    write(name, batch, piece);
                }
            }
        }
    }

    private List<ChunkEntity> pin(SortedMap<Hash, Batch.Piece> fresh) {
        var sizes = new TreeMap<Hash, Integer>();
        fresh.forEach((digest, piece) -> sizes.put(digest, piece.length()));
        for (int attempt = 1; ; attempt++) {
            try {
                List<ChunkEntity> pinned = tx.retryingWrite("chunk.pin", scope -> {
                    if (isOpen()) {
                        renew(scope);
                    } else {
                        rows.open(scope, lease);
                    }
                    return rows.pin(scope, lease, sizes, () -> (int) ids.next().getLeastSignificantBits());
                });
                renewed = clock.instant();
                return pinned;
            } catch (DuplicateException e) {
                // another upload of the same new chunks was quicker; now they are known
                if (attempt == TRIES) {
                    throw e;
                }
            }
        }
    }

    private void renew(Tx.Scope scope) {
        if (!rows.renew(scope, lease)) {
            throw ChunkLedger.dead();
        }
    }

    private void sync() {
        try {
            blobs.sync();
            unsynced = 0;
        } catch (IOException e) {
            throw BlobFailures.translate(e);
        }
    }

    /** A durable blob that is not there as a whole was taken away by other hands; here are its bytes again. */
    private boolean isLost(BlobName name, int length) {
        try {
            if (backend.size(name).orElse(-1) == length) {
                return false;
            }
            log.warn("chunk.mend blob={}", name);
            return true;
        } catch (IOException e) {
            throw BlobFailures.translate(e);
        }
    }

    private void write(BlobName name, Batch batch, Batch.Piece piece) {
        try {
            blobs.put(name, ByteBuffer.wrap(batch.bytes(), piece.offset(), piece.length()));
            unsynced += piece.length();
        } catch (IOException e) {
            throw BlobFailures.translate(e);
        }
    }
}
