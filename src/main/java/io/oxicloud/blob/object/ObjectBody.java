package io.oxicloud.blob.object;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of an object as they come from a service that said how many there are. Fewer are a failure, and not an {@link
 * EOFException}, for it is the connection that ended and not the object. Closed before the end, it gives the connection up,
 * so that nobody has to wait for the rest.
 */
public final class ObjectBody extends FilterInputStream {
    private final String what;
    private final Runnable giveUp;
    private long due;
    private boolean whole;

    /**
     * @param what the service and the object, for messages
     * @param giveUp ends the connection at once; may be called from {@link #close} only, and then instead of closing {@code in}
     */
    public ObjectBody(InputStream in, long due, String what, Runnable giveUp) {
        super(in);
        this.due = due;
        this.what = what;
        this.giveUp = giveUp;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (due == 0) {
            end();
            return -1;
        }
        int count = next(to, offset, (int) Math.min(due, length));
        if (count < 0) {
            throw new IOException(what + ": the connection ended " + due + " bytes early");
        }
        due -= count;
        if (due == 0) {
            end();
        }
        return count;
    }

    /** The end is part of the answer: only with it the connection is free for the next request. */
    private void end() throws IOException {
        if (!whole) {
            whole = next(new byte[1], 0, 1) < 0;
            if (!whole) {
                throw new IOException(what + ": more bytes than were announced");
            }
        }
    }

    private int next(byte[] to, int offset, int length) throws IOException {
        try {
            return in.read(to, offset, length);
        } catch (EOFException e) {
            throw new IOException(what + ": the connection ended " + due + " bytes early", e);
        }
    }

    @Override
    public long skip(long count) throws IOException {
        byte[] skipped = new byte[(int) Math.max(0, Math.min(count, 8 << 10))];
        return Math.max(0, read(skipped, 0, skipped.length));
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(due, in.available());
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    @Override
    public void close() throws IOException {
        if (whole) {
            in.close();
        } else {
            giveUp.run();
        }
    }
}
