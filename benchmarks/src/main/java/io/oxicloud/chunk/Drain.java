package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.UnaryOperator;

/** The product's own way of chunks out of a backend, without a database, within reach of the benchmarks. */
public final class Drain implements AutoCloseable {
    private static final int LIFE = 7;

    private final Manifest chunks;
    private final SpareThreads threads;
    private final int window;

    /** @param window chunks at hand at a time */
    public Drain(List<Hash> digests, int chunkBytes, int window) {
        var list = new ChunkList();
        for (Hash digest : digests) {
            list.add(digest, chunkBytes);
            list.setLife(digest, LIFE);
        }
        this.chunks = list.manifest(Settling.NO_CONTENT, 0);
        this.window = window;
        this.threads = new SpareThreads("drain", window == 1 ? 0 : window);
    }

    public static BlobName name(Hash digest) {
        return new BlobName(digest, LIFE);
    }

    /** The window of the product. */
    public static int usual() {
        return Reads.WINDOW;
    }

    public void drain(BlobBackend blobs, OutputStream out) throws IOException {
        try (var framed =
                new FramedChunks(chunks, new ReadAhead(chunks, blobs, UnaryOperator.identity(), threads, window - 1))) {
            framed.writeTo(out);
        }
    }

    @Override
    public void close() {
        threads.close();
    }
}
