package io.oxicloud.files.zip;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** As many zeros as wanted, given away without a copy. */
final class Zeros extends InputStream {
    static final byte[] BLOCK = new byte[1 << 20];

    private long left;

    Zeros(long count) {
        left = count;
    }

    @Override
    public int read() {
        return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        if (left <= 0) {
            return -1;
        }
        int count = (int) Math.min(length, left);
        Arrays.fill(to, offset, offset + count, (byte) 0);
        left -= count;
        return count;
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        long count = left;
        for (; left > 0; left -= Math.min(left, BLOCK.length)) {
            out.write(BLOCK, 0, (int) Math.min(left, BLOCK.length));
        }
        return count;
    }
}
