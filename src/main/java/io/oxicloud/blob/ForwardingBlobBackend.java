package io.oxicloud.blob;

import io.oxicloud.base.ByteRange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/** Passes every call on to another backend: the ground of those that do one thing more. */
public abstract class ForwardingBlobBackend implements BlobBackend {
    private final BlobBackend next;

    protected ForwardingBlobBackend(BlobBackend next) {
        this.next = next;
    }

    @Override
    public BlobBatch batch() {
        return next.batch();
    }

    @Override
    public void replace(BlobName name, ByteBuffer bytes) throws IOException {
        next.replace(name, bytes);
    }

    @Override
    public InputStream open(BlobName name) throws IOException {
        return next.open(name);
    }

    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        return next.open(name, range);
    }

    @Override
    public void distrust(BlobName name) {
        next.distrust(name);
    }

    @Override
    public OptionalLong size(BlobName name) throws IOException {
        return next.size(name);
    }

    @Override
    public void delete(BlobName name) throws IOException {
        next.delete(name);
    }

    @Override
    public void removeLeftovers(Instant olderThan) throws IOException {
        next.removeLeftovers(olderThan);
    }

    @Override
    public List<StoredBlob> list(int firstByte) throws IOException {
        return next.list(firstByte);
    }

    @Override
    public BlobName listedAs(BlobName name) {
        return next.listedAs(name);
    }

    @Override
    public List<String> strays(Instant olderThan, int max) throws IOException {
        return next.strays(olderThan, max);
    }

    @Override
    public int readAhead() {
        return next.readAhead();
    }

    @Override
    public BlobHealth health() {
        return next.health();
    }

    @Override
    public void close() {
        next.close();
    }
}
