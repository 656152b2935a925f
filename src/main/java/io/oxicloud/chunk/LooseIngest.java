package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import io.oxicloud.db.ValueList;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Takes chunks that somebody else has cut: hashes each by itself, and settles batch after batch of them. They may be of any length,
 * so a batch ends by their number too: no statement takes more of them. For one thread.
 */
final class LooseIngest implements AutoCloseable {
    private final Settling settling;
    private final Admission admission;
    private final Batch batch;
    private final Blake3 hash = new Blake3();

    LooseIngest(Settling settling, Admission admission, Buffers buffers) {
        this.settling = settling;
        this.admission = admission;
        this.batch = new Batch(buffers, new byte[Batch.FIRST_BYTES]);
    }

    /** As {@link ChunkStore#ingestChunks}. */
    LooseChunks run(Frames frames) throws IOException {
        for (int length = frames.next(); length >= 0; length = frames.next()) {
            if (length > batch.room() || batch.pieces().size() == ValueList.MOST) {
                admit();
                settling.settleChunks(batch);
                batch.goOn(batch);
            }
            int at = batch.take(frames, length);
            settling.renewIfDue();
            batch.cut(length, digest(batch.bytes(), at, length));
        }
        admit();
        return settling.finishChunks(batch);
    }

    private void admit() {
        Map<Hash, Integer> sizes = new HashMap<>();
        batch.pieces().forEach(piece -> sizes.put(piece.digest(), piece.length()));
        if (!sizes.isEmpty()) {
            admission.admit(sizes);
        }
    }

    private Hash digest(byte[] bytes, int offset, int length) {
        hash.reset();
        hash.update(new Bytes(bytes), offset, length);
        return Digests.of(hash);
    }

    @Override
    public void close() {
        settling.close();
        batch.close();
    }
}
