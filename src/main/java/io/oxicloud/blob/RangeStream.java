package io.oxicloud.blob;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The next bytes of a stream, a given number of them: an earlier end is a failure. */
public final class RangeStream extends FilterInputStream {
    private long left;

    public RangeStream(InputStream in, long length) {
        super(in);
        left = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (left == 0) {
            return length == 0 ? 0 : -1;
        }
        int count = in.read(to, offset, (int) Math.min(left, length));
        if (count < 0) {
            throw new EOFException("the stream ended " + left + " bytes early");
        }
        left -= count;
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = in.skip(Math.min(left, count));
        left -= skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(left, in.available());
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
