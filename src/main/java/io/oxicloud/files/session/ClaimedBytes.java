package io.oxicloud.files.session;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;

/** A stream that tells now and then that it is still being read. */
final class ClaimedBytes extends FilterInputStream {
    private static final long EVERY = TimeUnit.SECONDS.toNanos(15);

    private final Runnable alive;
    private long told = System.nanoTime();

    /** @param alive may fail, and ends the reading then */
    ClaimedBytes(InputStream bytes, Runnable alive) {
        super(bytes);
        this.alive = alive;
    }

    @Override
    public int read() throws IOException {
        tell();
        return super.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        tell();
        return super.read(into, offset, length);
    }

    private void tell() {
        long now = System.nanoTime();
        if (now - told >= EVERY) {
            told = now;
            alive.run();
        }
    }

    @Override
    public long skip(long length) {
        return 0;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
