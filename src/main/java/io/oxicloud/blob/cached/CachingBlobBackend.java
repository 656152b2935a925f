package io.oxicloud.blob.cached;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.ForwardingBlobBackend;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps blobs of a backend behind a network on a local disk: what was read or put lately is read from there. Blobs never change, so
 * nothing there can be out of date; one that the disk has damaged is fetched again. However many want a blob that is not there,
 * it is fetched once. Failures of the disk cost time and nothing else. Thread-safe.
 */
public final class CachingBlobBackend extends ForwardingBlobBackend {
    /** Bytes; chunks are shorter, also when they are encrypted, and what is longer is passed on. */
    static final int LONGEST = 2 << 20;

    private final BlobBackend next;
    private final DiskCache cache;
    private final Fetches fetches = new Fetches();

    public CachingBlobBackend(BlobBackend next, DiskCache cache) {
        super(next);
        this.next = next;
        this.cache = cache;
    }

    @Override
    public BlobBatch batch() {
        return new WrittenThrough(next.batch());
    }

    @Override
    public InputStream open(BlobName name) throws IOException {
        byte[] bytes = find(name);
        return bytes == null ? next.open(name) : new ByteArrayInputStream(bytes);
    }

    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        byte[] bytes = find(name);
        if (bytes == null) {
            return next.open(name, range);
        }
        if (range.end() > bytes.length) {
            throw new EOFException(name + " has " + bytes.length + " bytes, wanted up to " + range.end());
        }
        return new ByteArrayInputStream(bytes, (int) range.start(), (int) range.length());
    }

    /** The whole blob, or null if it is too long. */
    private byte @Nullable [] find(BlobName name) throws IOException {
        byte[] kept = cache.get(name);
        return kept != null ? kept : fetches.once(name, () -> fetch(name));
    }

    private byte @Nullable [] fetch(BlobName name) throws IOException {
        byte[] kept = cache.get(name);
        if (kept != null) {
            return kept;
        }
        try (InputStream in = next.open(name)) {
            byte[] bytes = in.readNBytes(LONGEST + 1);
            if (bytes.length > LONGEST) {
                return null;
            }
            cache.put(name, bytes);
            return bytes;
        }
    }

    @Override
    public void distrust(BlobName name) {
        cache.remove(name);
        next.distrust(name);
    }

    @Override
    public void replace(BlobName name, ByteBuffer bytes) throws IOException {
        next.replace(name, bytes);
        cache.remove(name);
    }

    @Override
    public void delete(BlobName name) throws IOException {
        cache.remove(name);
        next.delete(name);
    }

    @Override
    public void close() {
        next.close();
        cache.close();
    }

    /** What is put is on the disk before it can be seen there: it comes under its name when the backend has it. */
    private final class WrittenThrough implements BlobBatch {
        private final BlobBatch batch;
        private final Map<BlobName, DiskCache.Written> written = new HashMap<>();

        WrittenThrough(BlobBatch batch) {
            this.batch = batch;
        }

        @Override
        public void put(BlobName name, ByteBuffer bytes) throws IOException {
            batch.put(name, bytes);
            if (bytes.remaining() <= LONGEST && !written.containsKey(name)) {
                DiskCache.Written file = cache.write(name, bytes);
                if (file != null) {
                    written.put(name, file);
                }
            }
        }

        @Override
        public void sync() throws IOException {
            batch.sync();
            written.values().forEach(cache::keep);
            written.clear();
        }

        @Override
        public void close() {
            written.values().forEach(cache::drop);
            written.clear();
            batch.close();
        }
    }
}
