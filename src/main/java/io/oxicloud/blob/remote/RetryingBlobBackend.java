package io.oxicloud.blob.remote;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.ForwardingBlobBackend;
import io.oxicloud.blob.StoredBlob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * Makes a backend behind a network bearable: what fails for a reason that may pass is tried again, a download that breaks off
 * goes on where it broke off, so that no byte is handed on twice, and the puts of a batch go side by side. Thread-safe.
 *
 * <p>Not tried again: {@link java.nio.file.NoSuchFileException}, {@link java.io.EOFException}, {@link
 * java.nio.file.AccessDeniedException}, {@link io.oxicloud.blob.BlobStoreFullException}, and what an interrupt ended.
 */
public final class RetryingBlobBackend extends ForwardingBlobBackend {
    private final BlobBackend next;
    private final Retries retries;
    private final PutThreads threads = new PutThreads();

    public RetryingBlobBackend(BlobBackend next, RetrySettings settings) {
        this(next, settings, time -> Thread.sleep(time.toMillis()));
    }

    RetryingBlobBackend(BlobBackend next, RetrySettings settings, Retries.Pause pause) {
        super(next);
        this.next = next;
        this.retries = new Retries(settings, pause);
    }

    @Override
    public BlobBatch batch() {
        return new SideBySideBatch(threads, this::putOnce);
    }

    private void putOnce(BlobName name, ByteBuffer bytes) throws IOException {
        retries.repeat("put", () -> next.put(name, bytes.duplicate()));
    }

    @Override
    public void replace(BlobName name, ByteBuffer bytes) throws IOException {
        retries.repeat("replace", () -> next.replace(name, bytes.duplicate()));
    }

    @Override
    public InputStream open(BlobName name) throws IOException {
        return new ResumingStream(next, retries, name, retries.run("open", () -> next.open(name)));
    }

    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        InputStream in = retries.run("open", () -> next.open(name, range));
        return new ResumingStream(next, retries, name, in, range);
    }

    @Override
    public OptionalLong size(BlobName name) throws IOException {
        return retries.run("size", () -> next.size(name));
    }

    @Override
    public void delete(BlobName name) throws IOException {
        retries.repeat("delete", () -> next.delete(name));
    }

    @Override
    public void removeLeftovers(Instant olderThan) throws IOException {
        retries.repeat("leftovers", () -> next.removeLeftovers(olderThan));
    }

    @Override
    public List<StoredBlob> list(int firstByte) throws IOException {
        return retries.run("list", () -> next.list(firstByte));
    }

    @Override
    public List<String> strays(Instant olderThan, int max) throws IOException {
        return retries.run("strays", () -> next.strays(olderThan, max));
    }

    @Override
    public void close() {
        threads.close();
        next.close();
    }
}
