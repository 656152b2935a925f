package io.oxicloud.files.session;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that has to have so many bytes: one more ends it with a failure, before what is too much is taken. */
final class ExactBytes extends FilterInputStream {
    private final long length;
    private long came;

    ExactBytes(InputStream bytes, long length) {
        super(bytes);
        this.length = length;
    }

    /** How many have come. */
    long came() {
        return came;
    }

    /** @param announced -1 if nothing was */
    void requireAnnounced(long announced) {
        if (announced >= 0 && announced != length) {
            throw wrong(announced + " were announced");
        }
    }

    /** @throws CloudException INVALID_INPUT if it ended too soon */
    void requireAll() {
        if (came != length) {
            throw wrong(came + " came");
        }
    }

    private CloudException wrong(String what) {
        return new CloudException(ErrorCode.INVALID_INPUT, "the piece has to have " + length + " bytes, " + what);
    }

    @Override
    public int read() throws IOException {
        int next = super.read();
        count(next < 0 ? 0 : 1);
        return next;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
        int read = super.read(into, offset, count);
        count(Math.max(0, read));
        return read;
    }

    private void count(int read) {
        came += read;
        if (came > length) {
            throw wrong("more came");
        }
    }

    @Override
    public long skip(long count) {
        return 0;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
