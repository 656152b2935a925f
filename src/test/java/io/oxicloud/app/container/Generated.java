package io.oxicloud.app.container;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.SplittableRandom;

/** So many bytes that follow from a seed, never more than a block of them on the heap. */
final class Generated extends InputStream {
    private static final int BLOCK = 64 << 10;

    private final SplittableRandom random;
    private final byte[] block = new byte[BLOCK];
    private long left;
    private int at = BLOCK;

    Generated(long seed, long length) {
        random = new SplittableRandom(seed);
        left = length;
    }

    /** Whether {@code in} gives these bytes and no more. */
    static boolean equals(long seed, long length, InputStream in) throws IOException {
        try (var expected = new Generated(seed, length)) {
            byte[] wanted;
            do {
                wanted = expected.readNBytes(BLOCK);
                if (!Arrays.equals(wanted, in.readNBytes(wanted.length))) {
                    return false;
                }
            } while (wanted.length > 0);
            return in.read() < 0;
        }
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (left == 0) {
            return -1;
        }
        if (at == BLOCK) {
            random.nextBytes(block);
            at = 0;
        }
        int count = (int) Math.min(left, Math.min(length, BLOCK - at));
        System.arraycopy(block, at, into, offset, count);
        at += count;
        left -= count;
        return count;
    }
}
