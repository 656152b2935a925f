package io.oxicloud.chunk;

import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.ForwardingBlobBackend;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Passes every call on and lets a test step in before and after those that change something. */
class HookedBlobs extends ForwardingBlobBackend {
    /** What a test does at a call; may fail in its stead. */
    interface Hook {
        void at(String call, boolean before) throws IOException;
    }

    private final BlobBackend backend;
    private final Hook hook;

    HookedBlobs(BlobBackend backend, Hook hook) {
        super(backend);
        this.backend = backend;
        this.hook = hook;
    }

    @Override
    public BlobBatch batch() {
        BlobBatch batch = backend.batch();
        return new BlobBatch() {
            @Override
            public void put(BlobName name, ByteBuffer bytes) throws IOException {
                hook.at("put", true);
                batch.put(name, bytes);
                hook.at("put", false);
            }

            @Override
            public void sync() throws IOException {
                hook.at("sync", true);
                batch.sync();
                hook.at("sync", false);
            }

            @Override
            public void close() {
                batch.close();
            }
        };
    }

    @Override
    public void delete(BlobName name) throws IOException {
        hook.at("delete", true);
        backend.delete(name);
        hook.at("delete", false);
    }

    @Override
    public void removeLeftovers(Instant olderThan) throws IOException {
        hook.at("removeLeftovers", true);
        backend.removeLeftovers(olderThan);
        hook.at("removeLeftovers", false);
    }
}
