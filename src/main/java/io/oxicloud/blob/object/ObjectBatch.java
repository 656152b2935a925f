package io.oxicloud.blob.object;

import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * Puts one object after the other, in its owner's thread; {@link io.oxicloud.blob.remote.RetryingBlobBackend} puts many at a time.
 * An object is durable as soon as it can be seen, so there is nothing to sync, and what was put is not taken back when the batch
 * is dropped: rows name it, and whoever removes those removes it (docs/storage.md, invariant 6).
 */
final class ObjectBatch implements BlobBatch {
    private final ObjectBlobBackend backend;

    /** Since the last sync. */
    private final Set<BlobName> put = new HashSet<>();

    ObjectBatch(ObjectBlobBackend backend) {
        this.backend = backend;
    }

    @Override
    public void put(BlobName name, ByteBuffer bytes) throws IOException {
        if (put.add(name)) {
            backend.put(name, bytes);
        }
    }

    @Override
    public void sync() {
        put.clear();
    }

    @Override
    public void close() {
        put.clear();
    }
}
