package io.oxicloud.chunk;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobHealth;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.ForwardingBlobBackend;
import io.oxicloud.blob.StoredBlob;
import io.oxicloud.db.Tx;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes every call on, counts it, and fails the test that makes one inside a transaction. */
public final class BlobsOutsideTransactions extends ForwardingBlobBackend {
    private final BlobBackend backend;
    private final AtomicInteger puts = new AtomicInteger();
    private final AtomicInteger syncs = new AtomicInteger();
    private final AtomicInteger opens = new AtomicInteger();
    private final AtomicInteger deletes = new AtomicInteger();

    public BlobsOutsideTransactions(BlobBackend backend) {
        super(backend);
        this.backend = backend;
    }

    /** How many calls there were. */
    public record Calls(int puts, int syncs, int opens, int deletes) {}

    /** Since the last call of this method. */
    public Calls calls() {
        return new Calls(puts.getAndSet(0), syncs.getAndSet(0), opens.getAndSet(0), deletes.getAndSet(0));
    }

    @Override
    public BlobBatch batch() {
        check();
        BlobBatch batch = backend.batch();
        return new BlobBatch() {
            @Override
            public void put(BlobName name, ByteBuffer bytes) throws IOException {
                check();
                puts.incrementAndGet();
                batch.put(name, bytes);
            }

            @Override
            public void sync() throws IOException {
                check();
                syncs.incrementAndGet();
                batch.sync();
            }

            @Override
            public void close() {
                check();
                batch.close();
            }
        };
    }

    @Override
    public InputStream open(BlobName name) throws IOException {
        check();
        opens.incrementAndGet();
        return backend.open(name);
    }

    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        check();
        opens.incrementAndGet();
        return backend.open(name, range);
    }

    @Override
    public OptionalLong size(BlobName name) throws IOException {
        check();
        return backend.size(name);
    }

    @Override
    public void delete(BlobName name) throws IOException {
        check();
        deletes.incrementAndGet();
        backend.delete(name);
    }

    @Override
    public void removeLeftovers(Instant olderThan) throws IOException {
        check();
        backend.removeLeftovers(olderThan);
    }

    @Override
    public List<StoredBlob> list(int firstByte) throws IOException {
        check();
        return backend.list(firstByte);
    }

    @Override
    public List<String> strays(Instant olderThan, int max) throws IOException {
        check();
        return backend.strays(olderThan, max);
    }

    @Override
    public BlobHealth health() {
        check();
        return backend.health();
    }

    private static void check() {
        if (Tx.active()) {
            throw new AssertionError("a blob call inside a transaction");
        }
    }
}
