package io.oxicloud.benchmarks;

import java.io.OutputStream;

/** A client that is as quick as can be: copies what comes, as a network would, notes when it began, and keeps nothing. */
final class FirstByte extends OutputStream {
    /** The headers of a folder and of the first file in it are shorter. */
    private static final int BEHIND_HEADERS = 1_000;

    private final byte[] network = new byte[64 << 10];
    private long count;
    private long at;
    private long contentAt;

    @Override
    public void write(int one) {
        note(1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        note(length);
        for (int done = 0; done < length; done += network.length) {
            System.arraycopy(bytes, offset + done, network, 0, Math.min(network.length, length - done));
        }
    }

    private void note(int length) {
        if (count == 0) {
            at = System.nanoTime();
        }
        if (count <= BEHIND_HEADERS && count + length > BEHIND_HEADERS) {
            contentAt = System.nanoTime();
        }
        count += length;
    }

    /** As {@link System#nanoTime} said it. */
    long at() {
        return at;
    }

    /** Likewise, of the first byte of a content. */
    long contentAt() {
        return contentAt;
    }

    long count() {
        return count;
    }
}
