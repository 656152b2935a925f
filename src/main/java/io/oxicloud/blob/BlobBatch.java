package io.oxicloud.blob;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Blobs that become durable together, because forcing many at once is cheaper than each by itself.
 *
 * <p>For one thread at a time. The failures are those of {@link BlobBackend}; after one, only {@link #close} is left.
 */
public interface BlobBatch extends AutoCloseable {
    /**
     * Writes {@code bytes} (from position to limit) as blob {@code name}, not yet durable and perhaps not yet to be seen.
     * If there is a blob of that name and length already, it has these bytes, and nothing is written; one of another length
     * was damaged by somebody else, and these bytes take its place. The buffer is the caller's again on return.
     */
    void put(BlobName name, ByteBuffer bytes) throws IOException;

    /**
     * Makes all that was put so far durable and seen, whoever wrote it. On failure some of the blobs may be seen, each as a
     * whole. The batch may go on afterwards.
     */
    void sync() throws IOException;

    /** Drops what was put and not synced. Does not fail; what it cannot drop is left over. */
    @Override
    void close();
}
