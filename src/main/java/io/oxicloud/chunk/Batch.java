package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.cut.Bytes;
import io.oxicloud.chunk.cut.Chunker;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/** Up to 8 MiB of a stream, and the chunks that end in it. Its buffer grows with what comes, for most files are small. */
final class Batch {
    static final int MAX_BYTES = 8 << 20;

    /** Room for a start, in a stream that may be short. */
    static final int FIRST_BYTES = 64 << 10;

    private final List<Piece> pieces = new ArrayList<>();
    private final Buffers buffers;
    private byte[] bytes;
    private int filled;

    /** So far the chunker has come; it takes what it can do at once. */
    private int scanned;

    private int cut;

    /**
     * @param buffers where a longer one comes from, and where it goes in the end
     * @param bytes to begin with
     */
    Batch(Buffers buffers, byte[] bytes) {
        this.buffers = buffers;
        this.bytes = bytes;
    }

    /**
     * Reads what the stream has, but no more than fits; false at its end. Chunks that end come to {@link #cut}.
     *
     * @param crc32 takes all that is read
     */
    boolean fill(InputStream in, Chunker chunker, CRC32 crc32) throws IOException {
        if (filled == bytes.length) {
            grow();
        }
        // no more than is cut at once, so that it is in the processor's cache all the time
        int most = Math.min(chunker.wanted() - (filled - scanned), bytes.length - filled);
        int count = in.read(bytes, filled, most);
        if (count < 0) {
            chunker.update(new Bytes(bytes), scanned, filled - scanned);
            chunker.finish();
            return false;
        }
        crc32.update(bytes, filled, count);
        filled += count;
        scanned += chunker.updateSlabs(new Bytes(bytes), scanned, filled - scanned);
        return true;
    }

    private void grow() {
        byte[] longer = buffers.longer(bytes.length);
        System.arraycopy(bytes, 0, longer, 0, filled);
        bytes = longer;
    }

    /**
     * Takes a chunk that fits, as it is.
     *
     * @return where it begins
     */
    int take(Frames frames, int length) throws IOException {
        int at = filled;
        while (bytes.length - at < length) {
            grow();
        }
        frames.read(bytes, at, length);
        filled += length;
        return at;
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

    /** Bytes that still fit. */
    int room() {
        return MAX_BYTES - filled;
    }

    /** Goes on after {@code last}, which may be this one: what belongs to a chunk that has not ended there comes first here. */
    void goOn(Batch last) {
        int left = last.filled - last.cut;
        System.arraycopy(last.bytes, last.cut, bytes, 0, left);
        scanned = last.scanned - last.cut;
        filled = left;
        cut = 0;
        pieces.clear();
    }

    /** Gives the buffer back; the batch is of no more use. */
    void close() {
        buffers.giveBack(bytes);
    }

    /** A chunk in the buffer, from {@code offset} on. */
    record Piece(Hash digest, int offset, int length) {}
}
