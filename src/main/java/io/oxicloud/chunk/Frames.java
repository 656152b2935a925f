package io.oxicloud.chunk;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.io.IOException;
import java.io.InputStream;

/**
 * Chunks that come one behind the other in a stream, each after its length in four bytes, the highest first. A length that cannot
 * be one is refused before a byte of it is read. For one thread.
 */
public final class Frames {
    /** Bytes of the longest chunk. */
    public static final int MAX_CHUNK = 1 << 20;

    /** Bytes before each chunk. */
    public static final int HEAD = Integer.BYTES;

    private final InputStream in;
    private final long most;
    private final int mostFrames;
    private long read;
    private int number;

    /**
     * @param most bytes of the stream, lengths included
     * @param mostFrames what each costs beside its bytes is bounded by their number
     */
    public Frames(InputStream in, long most, int mostFrames) {
        this.in = in;
        this.most = most;
        this.mostFrames = mostFrames;
    }

    /**
     * Bytes of the next chunk, which is then to be read; -1 at the end.
     *
     * @throws CloudException INVALID_INPUT naming the frame that is none, or if they are too many, or too long together
     */
    int next() throws IOException {
        byte[] head = in.readNBytes(HEAD);
        if (head.length == 0) {
            return -1;
        }
        if (number == mostFrames) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "one request may have at most " + mostFrames + " chunks");
        }
        number++;
        if (head.length < HEAD) {
            throw wrong("ends within its length");
        }
        int length = ((head[0] & 0xFF) << 24) | ((head[1] & 0xFF) << 16) | ((head[2] & 0xFF) << 8) | (head[3] & 0xFF);
        if (length < 1 || length > MAX_CHUNK) {
            throw wrong("says it has " + Integer.toUnsignedString(length) + " bytes, a chunk has 1 to " + MAX_CHUNK);
        }
        read += HEAD + length;
        if (read > most) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "the chunks of one request may have at most " + most + " bytes");
        }
        return length;
    }

    void read(byte[] to, int offset, int length) throws IOException {
        if (in.readNBytes(to, offset, length) < length) {
            throw wrong("ends before its " + length + " bytes");
        }
    }

    private CloudException wrong(String how) {
        return new CloudException(ErrorCode.INVALID_INPUT, "frame " + number + " " + how);
    }
}
