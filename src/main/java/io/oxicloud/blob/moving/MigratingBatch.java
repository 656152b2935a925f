package io.oxicloud.blob.moving;

import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Puts into a {@link MigratingBlobBackend}.
 *
 * <p>What was put while the turn was the source's, and is synced after it came to be the target's, goes to the target as well
 * before {@link #sync} returns. Therefore: once every node has been told of the turn, whatever is in the source only had been
 * seen there before, and one walk over all blobs finds it.
 */
final class MigratingBatch implements BlobBatch {
    private final BlobBackend source;
    private final Turn turn;
    private final BlobBatch toSource;
    private final BlobBatch toTarget;
    /** What was put into the source and not synced. */
    private final Set<BlobName> behind = new LinkedHashSet<>();

    MigratingBatch(BlobBackend source, BlobBackend target, Turn turn) {
        this.source = source;
        this.turn = turn;
        this.toSource = source.batch();
        this.toTarget = target.batch();
    }

    @Override
    public void put(BlobName name, ByteBuffer bytes) throws IOException {
        if (turn.toTarget()) {
            toTarget.put(name, bytes);
        } else {
            behind.add(name);
            toSource.put(name, bytes);
        }
    }

    @Override
    public void sync() throws IOException {
        toSource.sync();
        if (!behind.isEmpty() && turn.toTarget()) {
            for (BlobName name : behind) {
                try (InputStream in = source.open(name)) {
                    toTarget.put(name, ByteBuffer.wrap(in.readAllBytes()));
                }
            }
        }
        behind.clear();
        toTarget.sync();
    }

    @Override
    public void close() {
        toSource.close();
        toTarget.close();
    }
}
