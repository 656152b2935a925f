package io.oxicloud.blob;

import io.oxicloud.base.ByteRange;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps blobs on the heap, for tests and benchmarks: as durable as the process. */
public final class MemoryBlobBackend implements BlobBackend {
    private static final int FIRST_SLAB = 64 << 10;
    private static final int MAX_SLAB = 8 << 20;

    /** Pieces of slabs; a slab is garbage when all its blobs are. */
    private final Map<BlobName, ByteBuffer> blobs = new ConcurrentHashMap<>();

    private final long capacity;
    private long used;

    /** What is left of the newest slab. Few large arrays spare the collector the copying of many small ones. */
    private ByteBuffer slab = ByteBuffer.allocate(0);

    private int slabBytes = FIRST_SLAB;

    public MemoryBlobBackend() {
        this(Long.MAX_VALUE);
    }

    /** @param capacity bytes in all blobs together, those that are not synced included */
    public MemoryBlobBackend(long capacity) {
        this.capacity = capacity;
    }

    /** The names of all blobs that can be seen, as they are now. */
    public Set<BlobName> names() {
        return Set.copyOf(blobs.keySet());
    }

    @Override
    public BlobBatch batch() {
        return new Batch();
    }

    @Override
    public void replace(BlobName name, ByteBuffer bytes) throws IOException {
        ByteBuffer copy = take(bytes.remaining());
        copy.duplicate().put(bytes.duplicate());
        free(blobs.put(name, copy));
    }

    @Override
    public InputStream open(BlobName name) throws IOException {
        ByteBuffer bytes = bytes(name);
        return new ByteArrayInputStream(bytes.array(), bytes.arrayOffset(), bytes.limit());
    }

    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        ByteBuffer bytes = bytes(name);
        if (range.end() > bytes.limit()) {
            throw new EOFException(name + " has " + bytes.limit() + " bytes, wanted up to " + range.end());
        }
        return new ByteArrayInputStream(bytes.array(), bytes.arrayOffset() + (int) range.start(), (int) range.length());
    }

    @Override
    public OptionalLong size(BlobName name) {
        ByteBuffer bytes = blobs.get(name);
        return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes.limit());
    }

    @Override
    public void delete(BlobName name) {
        free(blobs.remove(name));
    }

    @Override
    public void removeLeftovers(Instant olderThan) {
        // a batch that is not closed is garbage like any other
    }

    @Override
    public List<StoredBlob> list(int firstByte) {
        return blobs.entrySet().stream()
                .filter(blob -> (blob.getKey().digest().bytes()[0] & 0xFF) == firstByte)
                .map(blob -> new StoredBlob(blob.getKey(), blob.getValue().limit()))
                .sorted()
                .toList();
    }

    @Override
    public List<String> strays(Instant olderThan, int max) {
        return List.of();
    }

    @Override
    public BlobHealth health() {
        return new BlobHealth(true, "memory", "ok", available());
    }

    private ByteBuffer bytes(BlobName name) throws NoSuchFileException {
        ByteBuffer bytes = blobs.get(name);
        if (bytes == null) {
            throw new NoSuchFileException(name.toString());
        }
        return bytes;
    }

    private boolean isThere(BlobName name, int length) {
        ByteBuffer known = blobs.get(name);
        return known != null && known.limit() == length;
    }

    /** Room for a blob, to be filled by whoever asks. */
    private synchronized ByteBuffer take(int length) throws BlobStoreFullException {
        if (used + length > capacity) {
            throw new BlobStoreFullException("no room for " + length + " bytes", null);
        }
        used += length;
        if (slab.remaining() < length) {
            slab = ByteBuffer.allocate(Math.max(slabBytes, length));
            slabBytes = Math.min(2 * slabBytes, MAX_SLAB);
        }
        ByteBuffer taken = slab.slice(slab.position(), length);
        slab.position(slab.position() + length);
        return taken;
    }

    private synchronized void free(@Nullable ByteBuffer bytes) {
        used -= bytes == null ? 0 : bytes.limit();
    }

    private synchronized long available() {
        return capacity - used;
    }

    private final class Batch implements BlobBatch {
        private final Map<BlobName, ByteBuffer> put = new HashMap<>();

        @Override
        public void put(BlobName name, ByteBuffer bytes) throws IOException {
            if (!isThere(name, bytes.remaining()) && !put.containsKey(name)) {
                ByteBuffer copy = take(bytes.remaining());
                copy.duplicate().put(bytes.duplicate());
                put.put(name, copy);
            }
        }

        @Override
        public void sync() {
            put.forEach((name, bytes) -> free(blobs.put(name, bytes)));
            put.clear();
        }

        @Override
        public void close() {
            put.values().forEach(MemoryBlobBackend.this::free);
            put.clear();
        }
    }
}
