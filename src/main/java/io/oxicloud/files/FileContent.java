package io.oxicloud.files;

import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a file, or of a range of it, to be read once by one thread.
 *
 * <p>Reading fails with CORRUPT_CONTENT or BACKEND_DOWN and never with an {@link IOException}, so that whoever copies the
 * stream knows that such a one comes from the other side. What was read before a failure is right, but not all.
 */
public final class FileContent implements AutoCloseable {
    private final long length;
    private final InputStream stream;

    FileContent(long length, InputStream stream) {
        this.length = length;
        this.stream = stream;
    }

    /** In bytes; so many come unless reading fails. */
    public long length() {
        return length;
    }

    public InputStream stream() {
        return stream;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
