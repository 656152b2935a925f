package io.oxicloud.blob.remote;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;

/** A download that goes on where it broke off. For one thread at a time. */
final class ResumingStream extends InputStream {
    private static final long UNKNOWN = -1;

    private final BlobBackend backend;
    private final Retries retries;
    private final BlobName name;
    private InputStream in;

    /** Of the next byte, in the blob. */
    private long position;

    /** Where the range ends; {@link #UNKNOWN} for the end of the blob as long as nobody has had to ask. */
    private long end;

    private boolean ended;

    /** Of a whole blob. */
    ResumingStream(BlobBackend backend, Retries retries, BlobName name, InputStream in) {
        this(backend, retries, name, in, 0, UNKNOWN);
    }

    ResumingStream(BlobBackend backend, Retries retries, BlobName name, InputStream in, ByteRange range) {
        this(backend, retries, name, in, range.start(), range.end());
    }

    private ResumingStream(
            BlobBackend backend, Retries retries, BlobName name, InputStream in, long position, long end) {
        this.backend = backend;
        this.retries = retries;
        this.name = name;
        this.in = in;
        this.position = position;
        this.end = end;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0 || ended) {
            return length == 0 ? 0 : -1;
        }
        int count;
        try {
            count = in.read(to, offset, length);
        } catch (IOException e) {
            if (!Retries.mayPass(e)) {
                throw e;
            }
            count = retries.run("read", () -> readAnew(to, offset, length));
        }
        position += Math.max(count, 0);
        ended = count < 0;
        return count;
    }

    /** Opens what is left, and reads from that. */
    private int readAnew(byte[] to, int offset, int length) throws IOException {
        close();
        if (end == UNKNOWN) {
            end = backend.size(name).orElseThrow(() -> new NoSuchFileException(name.toString()));
        }
        if (position == end) {
            return -1;
        }
        in = backend.open(name, new ByteRange(position, end));
        return in.read(to, offset, length);
    }

    @Override
    public int available() throws IOException {
        return ended ? 0 : in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
