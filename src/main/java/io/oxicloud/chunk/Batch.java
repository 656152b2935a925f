package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.cut.Bytes;
import io.oxicloud.chunk.cut.Chunker;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Up to 8 MiB of a stream, and the chunks that end in it. Its buffer grows with what comes, for most files are small. */
final class Batch {
    static final int MAX_BYTES = 8 << 20;

    private static final int FIRST_BYTES = 64 << 10;

    private final List<Piece> pieces = new ArrayList<>();
    private byte[] bytes;
    private int filled;
    private int cut;

    Batch() {
        this(FIRST_BYTES);
    }

    /** @param capacity bytes for a start */
    Batch(int capacity) {
        bytes = new byte[capacity];
    }

    /** Reads what the stream has, but no more than fits; false at its end. Chunks that end come to {@link #cut}. */
    boolean fill(InputStream in, Chunker chunker) throws IOException {
        if (filled == bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(2 * bytes.length, MAX_BYTES));
        }
        int count = in.read(bytes, filled, bytes.length - filled);
        if (count > 0) {
            int from = filled;
            filled += count;
            chunker.update(new Bytes(bytes), from, count);
        }
        return count >= 0;
    }

    boolean full() {
        return filled == MAX_BYTES;
    }

    void cut(int length, Hash digest) {
        pieces.add(new Piece(digest, cut, length));
        cut += length;
    }

    /** In the order of the stream. */
    List<Piece> pieces() {
        return pieces;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Where the last chunk ends that ends here. */
    int end() {
        return cut;
    }

    /** Goes on after {@code last}, which may be this one: what belongs to a chunk that has not ended there comes first here. */
    void goOn(Batch last) {
        int left = last.filled - last.cut;
        System.arraycopy(last.bytes, last.cut, bytes, 0, left);
        filled = left;
        cut = 0;
        pieces.clear();
    }

    /** A chunk in the buffer, from {@code offset} on. */
    record Piece(Hash digest, int offset, int length) {}
}
