package io.oxicloud.files.zip;

import io.oxicloud.base.ByteRange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What of an archive is wanted, and how far it has come. For one thread. */
final class Window {
    private final OutputStream out;
    private final ByteRange wanted;
    private long at;

    Window(OutputStream out, ByteRange wanted) {
        this.out = out;
        this.wanted = wanted;
    }

    /** All of it, however long it will be. */
    static Window whole(OutputStream out) {
        return new Window(out, new ByteRange(0, Long.MAX_VALUE));
    }

    /** For bytes that {@link #next} has said are wanted. */
    OutputStream out() {
        return out;
    }

    /** How much of the archive is behind, written or passed over. */
    long at() {
        return at;
    }

    boolean done() {
        return at >= wanted.end();
    }

    /** The next bytes of the archive; made only if some of them are wanted. */
    void write(long length, Supplier<byte[]> made) throws IOException {
        ByteRange part = next(length);
        if (part != null) {
            out.write(made.get(), (int) part.start(), (int) part.length());
        }
    }

    /** Passes over the next bytes, and says which of them are wanted, counted from the first; null for none. */
    @Nullable
    ByteRange next(long length) {
        ByteRange part = overlap(at, length);
        at += length;
        return part;
    }

    /** As {@link #next} would say of bytes further on. */
    @Nullable
    ByteRange overlap(long start, long length) {
        long from = Math.max(0, wanted.start() - start);
        long to = Math.min(length, wanted.end() - start);
        return from < to ? new ByteRange(from, to) : null;
    }
}
