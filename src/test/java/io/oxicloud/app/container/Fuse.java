package io.oxicloud.app.container;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/** Does something once, when so many bytes have gone through its streams. Thread-safe, its streams are not. */
final class Fuse {
    private final AtomicLong left;
    private final Runnable effect;

    Fuse(long bytes, Runnable effect) {
        left = new AtomicLong(bytes);
        this.effect = effect;
    }

    boolean blown() {
        return left.get() <= 0;
    }

    InputStream through(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                int next = super.read();
                passed(next < 0 ? 0 : 1);
                return next;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int count = super.read(into, offset, length);
                passed(count);
                return count;
            }
        };
    }

    private void passed(int count) {
        if (count > 0) {
            long after = left.addAndGet(-count);
            if (after <= 0 && after + count > 0) {
                effect.run();
            }
        }
    }
}
