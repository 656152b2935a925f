package io.oxicloud.chunk;

import io.oxicloud.base.ChunkSequence;
import io.oxicloud.db.Tx;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Chunks that are on stable storage but belong to nobody yet. {@link PendingChunks#keep} gives them to an account, once; {@link
 * #close} drops them if nobody did. They die as a {@link ContentLease} does. For one thread at a time.
 */
public final class LooseChunks implements AutoCloseable {
    private final Manifest chunks;
    private final @Nullable UUID id;
    private final Tx tx;
    private final ChunkRows rows;
    private boolean kept;

    /** @param id the lease's row; null for no chunks, which need none */
    LooseChunks(Manifest chunks, @Nullable UUID id, Tx tx, ChunkRows rows) {
        this.chunks = chunks;
        this.id = id;
        this.tx = tx;
        this.rows = rows;
    }

    /** In the order in which they came, with the digests that they have. */
    public ChunkSequence sequence() {
        return chunks.sequence();
    }

    Manifest manifest() {
        return chunks;
    }

    Optional<UUID> id() {
        return Optional.ofNullable(id);
    }

    void kept() {
        kept = true;
    }

    @Override
    public void close() {
        if (!kept && id != null) {
            ContentLease.drop(tx, rows, id);
            kept = true;
        }
    }
}
