package io.oxicloud.chunk;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Chunks to be written one behind the other as {@link Frames} reads them, in the order in which they were asked for. The first one
 * is read when this is made, so that most failures come before an answer has begun; of the others so many are read ahead as the
 * backend says, and never more than eight are at hand that were not written. For one thread; to be closed.
 */
public final class FramedChunks implements AutoCloseable {
    private final Manifest chunks;
    private final ReadAhead ahead;
    private byte[] next = new byte[0];

    FramedChunks(Manifest chunks, ReadAhead ahead) {
        this.chunks = chunks;
        this.ahead = ahead;
        if (chunks.count() > 0) {
            try {
                next = ahead.read(0, chunks.size());
            } catch (RuntimeException | Error e) {
                ahead.close();
                throw e;
            }
        }
    }

    /** Bytes that {@link #writeTo} writes. */
    public long length() {
        return chunks.size() + (long) Frames.HEAD * chunks.count();
    }

    /**
     * Once.
     *
     * @throws IOException if {@code out} fails
     * @throws io.oxicloud.base.CloudException CORRUPT_CONTENT or BACKEND_DOWN if a chunk cannot be read; all before it is written
     */
    public void writeTo(OutputStream out) throws IOException {
        byte[] head = new byte[Frames.HEAD];
        for (int i = 0; i < chunks.count(); i++) {
            byte[] bytes = i == 0 ? next : ahead.read(chunks.start(i), chunks.size());
            for (int at = 0; at < head.length; at++) {
                head[at] = (byte) (bytes.length >>> (8 * (head.length - 1 - at)));
            }
            out.write(head);
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        ahead.close();
    }
}
