package io.oxicloud.chunk;

import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Buffers of {@value Batch#MAX_BYTES} bytes that uploads have done with, for those that come: to make one costs as much as to
 * read into it. A few, and only as long as nobody is short of memory. Thread-safe.
 */
final class Buffers {
    /** Two uploads' worth. */
    private static final int MOST = 4;

    private final Deque<SoftReference<byte[]>> spare = new ArrayDeque<>();

    /** A buffer with anything in it. */
    byte[] take() {
        byte @Nullable [] bytes = poll();
        return bytes == null ? new byte[Batch.MAX_BYTES] : bytes;
    }

    /** For a batch that has {@code length} bytes in it and more to come: a whole buffer, or one that is twice as long. */
    byte[] longer(int length) {
        byte @Nullable [] bytes = poll();
        return bytes == null ? new byte[Math.min(2 * length, Batch.MAX_BYTES)] : bytes;
    }

    /** The caller has no more use for it. One that has not grown to its full length is left to the collector. */
    synchronized void giveBack(byte[] bytes) {
        if (bytes.length == Batch.MAX_BYTES && spare.size() < MOST) {
            spare.push(new SoftReference<>(bytes));
        }
    }

    private synchronized byte @Nullable [] poll() {
        byte @Nullable [] bytes = null;
        while (bytes == null && !spare.isEmpty()) {
            bytes = spare.pop().get();
        }
        return bytes;
    }
}
