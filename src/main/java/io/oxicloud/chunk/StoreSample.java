package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import io.oxicloud.db.Tx;
import java.io.IOException;
import java.util.List;

/** A quick look whether a backend is the one that the rows of a database speak of. Thread-safe. */
public final class StoreSample {
    /** Some may have been lost by themselves. */
    private static final int CHUNKS = 20;

    private static final String SOME = "select digest, life from chunk where durable and refs > 0 order by digest";

    private final Tx tx;
    private final BlobBackend blobs;

    public StoreSample(Tx tx, BlobBackend blobs) {
        this.tx = tx;
        this.blobs = blobs;
    }

    /** False if there are chunks in use, and of none that was looked for there is a blob. True if the backend does not answer. */
    public boolean isThere() {
        List<BlobName> some = tx.read(
                "chunk.sample",
                scope -> scope
                        .session()
                        .createNativeQuery(SOME, Object[].class)
                        .addScalar("digest", byte[].class)
                        .addScalar("life", Integer.class)
                        .setMaxResults(CHUNKS)
                        .getResultList()
                        .stream()
                        .map(row -> new BlobName(Hash.of((byte[]) row[0]), (Integer) row[1]))
                        .toList());
        try {
            for (BlobName name : some) {
                if (blobs.size(name).isPresent()) {
                    return true;
                }
            }
            return some.isEmpty();
        } catch (IOException e) {
            return true;
        }
    }
}
