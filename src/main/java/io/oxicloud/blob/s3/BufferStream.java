package io.oxicloud.blob.s3;

import java.io.InputStream;
import java.nio.ByteBuffer;

/** A buffer's bytes as a stream, for an SDK that would copy them otherwise. */
final class BufferStream extends InputStream {
    private final ByteBuffer bytes;

    BufferStream(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read() {
        return bytes.hasRemaining() ? bytes.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (!bytes.hasRemaining()) {
            return -1;
        }
        int count = Math.min(length, bytes.remaining());
        bytes.get(to, offset, count);
        return count;
    }

    @Override
    public int available() {
        return bytes.remaining();
    }
}
