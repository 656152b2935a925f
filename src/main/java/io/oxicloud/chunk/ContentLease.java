package io.oxicloud.chunk;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.Hash;
import io.oxicloud.db.Tx;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A content that is on stable storage but belongs to nobody yet. {@link ChunkLedger#adopt} gives it an owner, once; {@link
 * #close} drops it if nobody did. It dies by itself ten minutes after {@link ChunkStore#ingest} returned. For one thread at
 * a time.
 */
public final class ContentLease implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ContentLease.class);

    private final Manifest manifest;
    private final @Nullable UUID id;
    private final Tx tx;
    private final ChunkRows chunks;
    private boolean adopted;

    /** @param id the lease's row; null for the empty content, which needs none */
    ContentLease(Manifest manifest, @Nullable UUID id, Tx tx, ChunkRows chunks) {
        this.manifest = manifest;
        this.id = id;
        this.tx = tx;
        this.chunks = chunks;
    }

    /** BLAKE3 of the whole content. */
    public Hash hash() {
        return manifest.digest();
    }

    /** In bytes. */
    public long size() {
        return manifest.size();
    }

    /** CRC-32 of the whole content, as ZIP files use it. */
    public int crc32() {
        return manifest.crc32();
    }

    Manifest manifest() {
        return manifest;
    }

    Optional<UUID> id() {
        return Optional.ofNullable(id);
    }

    void adopted() {
        adopted = true;
    }

    /** Drops the content unless it was adopted. Does not fail; what it cannot drop now is dropped as a dead lease. */
    @Override
    public void close() {
        if (!adopted && id != null) {
            drop(tx, chunks, id);
            adopted = true;
        }
    }

    static void drop(Tx tx, ChunkRows chunks, UUID id) {
        try {
            tx.retryingWrite("chunk.drop", scope -> chunks.drop(scope, id));
        } catch (CloudException e) {
            log.debug("chunk.lease-left id={} cause={}", id, e.toString());
        }
    }
}
