package io.oxicloud.chunk;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobHealth;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.StoredBlob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/** Passes every call on and lets a test step in before and after those that change something. */
class HookedBlobs implements BlobBackend {
    /** What a test does at a call; may fail in its stead. */
    interface Hook {
        void at(String call, boolean before) throws IOException;
    }

    private final BlobBackend backend;
    private final Hook hook;

    HookedBlobs(BlobBackend backend, Hook hook) {
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
    public InputStream open(BlobName name) throws IOException {
        return backend.open(name);
    }

    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        return backend.open(name, range);
    }

    @Override
    public OptionalLong size(BlobName name) throws IOException {
        return backend.size(name);
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

    @Override
    public List<StoredBlob> list(int firstByte) throws IOException {
        return backend.list(firstByte);
    }

    @Override
    public List<String> strays(Instant olderThan, int max) throws IOException {
        return backend.strays(olderThan, max);
    }

    @Override
    public int readAhead() {
        return backend.readAhead();
    }

    @Override
    public BlobHealth health() {
        return backend.health();
    }
}
