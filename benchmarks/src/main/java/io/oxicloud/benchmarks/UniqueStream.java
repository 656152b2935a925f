package io.oxicloud.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Bytes that come in frames of 256 KiB and, if wanted, no faster than at a rate: each frame has its own point in time, so
 * that a wait that lasts too long is made good by the next ones. While nobody reads, 1 MiB may pile up, as in a socket, and
 * then the source stands still. Of two streams with other numbers no chunk is the same.
 */
final class UniqueStream extends InputStream {
    static final int FRAME = 256 << 10;

    /** No chunk is shorter, so that each holds at least three stamps. */
    private static final int STAMP_EVERY = 16 << 10;

    /** In frames. */
    private static final int PILED_UP = 4;

    private static final int BASE_BYTES = 16 << 20;
    private static final byte[] BASE = new byte[BASE_BYTES];

    static {
        new Random(4).nextBytes(BASE);
    }

    private final long number;
    private final long length;
    private final double nanosPerByte;
    private final long failsAt;
    private final byte[] frame = new byte[FRAME];
    private long due;
    private long at;
    private int inFrame = FRAME;

    /**
     * @param number makes the bytes
     * @param length in bytes; whole frames
     * @param megabytesPerSecond the rate; 0 for as fast as they are taken
     */
    UniqueStream(long number, long length, int megabytesPerSecond) {
        this(number, length, megabytesPerSecond, Long.MAX_VALUE);
    }

    /** @param failsAt how many bytes come before the stream breaks */
    UniqueStream(long number, long length, int megabytesPerSecond, long failsAt) {
        this.number = number;
        this.length = length;
        this.nanosPerByte = megabytesPerSecond == 0 ? 0 : 1e3 / megabytesPerSecond;
        this.failsAt = failsAt;
    }

    @Override
    public int read() {
        throw new UnsupportedOperationException("only whole arrays");
    }

    @Override
    public int read(byte[] to, int offset, int wanted) throws IOException {
        if (at >= failsAt) {
            throw new IOException("the stream breaks, as it should");
        }
        if (at == length || wanted == 0) {
            return wanted == 0 ? 0 : -1;
        }
        if (inFrame == FRAME) {
            nextFrame();
        }
        int count = Math.min(wanted, FRAME - inFrame);
        System.arraycopy(frame, inFrame, to, offset, count);
        inFrame += count;
        at += count;
        return count;
    }

    private void nextFrame() {
        if (nanosPerByte > 0) {
            await((long) (nanosPerByte * FRAME));
        }
        System.arraycopy(BASE, (int) (at % BASE_BYTES), frame, 0, FRAME);
        ByteBuffer stamps = ByteBuffer.wrap(frame);
        for (int place = 0; place < FRAME; place += STAMP_EVERY) {
            stamps.putLong(place, number).putLong(place + 8, at + place);
        }
        inFrame = 0;
    }

    private void await(long nanos) {
        long now = System.nanoTime();
        due = at == 0 ? now + nanos : Math.max(due + nanos, now - PILED_UP * nanos);
        for (long left = due - now; left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
