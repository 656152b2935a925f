package io.oxicloud.chunk;

import java.io.IOException;
import java.io.InputStream;

/** Fails when a given number of bytes has been read, as a connection does that is cut. */
final class BreakingStream extends InputStream {
    private final byte[] bytes;
    private final int breaksAt;
    private int at;

    BreakingStream(byte[] bytes, int breaksAt) {
        this.bytes = bytes;
        this.breaksAt = breaksAt;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (at == breaksAt) {
            throw new IOException("broke at " + at);
        }
        int count = Math.min(length, breaksAt - at);
        System.arraycopy(bytes, at, to, offset, count);
        at += count;
        return count;
    }
}
