package io.oxicloud.chunk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The bytes of a content from one offset to another, chunk after chunk. */
final class ContentStream extends InputStream {
    private final ReadAhead chunks;
    private final long end;
    private byte[] chunk = new byte[0];
    private int at;

    /** Where in the content {@link #chunk} ends. */
    private long read;

    /** Reads the first chunk; a failure closes {@code chunks}. */
    ContentStream(ReadAhead chunks, long start, long end) {
        this.chunks = chunks;
        this.end = end;
        this.read = start;
        try {
            more();
        } catch (RuntimeException | Error e) {
            chunks.close();
            throw e;
        }
    }

    @Override
    public int read() {
        return more() ? chunk[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (!more()) {
            return -1;
        }
        int count = Math.min(length, chunk.length - at);
        System.arraycopy(chunk, at, to, offset, count);
        at += count;
        return count;
    }

    /** Chunks that are skipped as a whole are not read. */
    @Override
    public long skip(long count) {
        long wanted = Math.max(0, Math.min(count, end - read + chunk.length - at));
        long inChunk = Math.min(wanted, chunk.length - at);
        at += (int) inChunk;
        read += wanted - inChunk;
        return wanted;
    }

    @Override
    public int available() {
        return chunk.length - at;
    }

    /** Without a copy in between. */
    @Override
    public long transferTo(OutputStream out) throws IOException {
        long count = 0;
        while (more()) {
            out.write(chunk, at, chunk.length - at);
            count += chunk.length - at;
            at = chunk.length;
        }
        return count;
    }

    @Override
    public void close() {
        chunks.close();
    }

    private boolean more() {
        if (at == chunk.length && read < end) {
            chunk = chunks.read(read, end);
            at = 0;
            read += chunk.length;
        }
        return at < chunk.length;
    }
}
