package io.oxicloud.benchmarks;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.locks.LockSupport;

/** What a store beyond a network answers: nothing for a while, then so many bytes a second. Counts the calls. */
final class FarStore extends InputStream {
    private static final long ANSWERS_AFTER_NANOS = 2_000_000;
    private static final double BYTES_PER_NANO = 0.1;

    private final ByteArrayInputStream bytes;
    private final int length;
    private final long asked = System.nanoTime();
    private int calls;

    FarStore(byte[] stored, int offset, int length) {
        this.bytes = new ByteArrayInputStream(stored, offset, length);
        this.length = length;
    }

    int calls() {
        return calls;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int wanted) {
        calls++;
        int got = bytes.read(to, offset, wanted);
        long there = ANSWERS_AFTER_NANOS + (long) ((length - bytes.available()) / BYTES_PER_NANO);
        for (long left = there - (System.nanoTime() - asked); left > 0; left = there - (System.nanoTime() - asked)) {
            LockSupport.parkNanos(left);
        }
        return got;
    }
}
