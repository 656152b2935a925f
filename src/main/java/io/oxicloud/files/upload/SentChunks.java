package io.oxicloud.files.upload;

import io.oxicloud.chunk.FramedChunks;
import java.io.IOException;
import java.io.OutputStream;

/** Chunks to be sent, each after its length in four bytes; as {@link FramedChunks}. To be closed. */
public final class SentChunks implements AutoCloseable {
    private final FramedChunks chunks;

    SentChunks(FramedChunks chunks) {
        this.chunks = chunks;
    }

    /** Bytes that {@link #writeTo} writes. */
    public long length() {
        return chunks.length();
    }

    /** Once; fails with an {@link IOException} only if {@code out} does. */
    public void writeTo(OutputStream out) throws IOException {
        chunks.writeTo(out);
    }

    @Override
    public void close() {
        chunks.close();
    }
}
