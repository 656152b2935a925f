package io.oxicloud.chunk;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Gives its bytes in pieces of random size, as a network does. */
class TricklingStream extends InputStream {
    private final byte[] bytes;
    private final Random random;
    private final List<Integer> reads = new ArrayList<>();
    private int at;

    TricklingStream(byte[] bytes, long seed) {
        this.bytes = bytes;
        this.random = new Random(seed);
    }

    /** For subclasses, at each read. */
    void beforeRead() {}

    /** How many reads began when at least {@code offset} bytes had been given. */
    int readsAfter(int offset) {
        return (int) reads.stream().filter(start -> start >= offset).count();
    }

    @Override
    public int read() {
        throw new UnsupportedOperationException("byte by byte is too slow");
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        beforeRead();
        reads.add(at);
        if (at == bytes.length) {
            return -1;
        }
        int count = Math.min(Math.min(length, 1 + random.nextInt(100_000)), bytes.length - at);
        System.arraycopy(bytes, at, to, offset, count);
        at += count;
        return count;
    }
}
