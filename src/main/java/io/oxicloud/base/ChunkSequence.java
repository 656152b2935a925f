package io.oxicloud.base;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The chunks of a content in order, as somebody says they are: digest and size of each, packed, so that millions of them need no
 * object each and walking through them makes none. Immutable.
 */
public final class ChunkSequence {
    /** Digest and size. */
    private static final int ENTRY_BYTES = Hash.LENGTH + Integer.BYTES;

    private final byte[] entries;
    private final int count;
    private final long total;

    private ChunkSequence(byte[] entries, int count, long total) {
        this.entries = entries;
        this.count = count;
        this.total = total;
    }

    public int count() {
        return count;
    }

    /** Bytes of all chunks together. */
    public long total() {
        return total;
    }

    public Hash digest(int index) {
        return Hash.of(entries, index * ENTRY_BYTES);
    }

    /** Bytes of one chunk. */
    public int size(int index) {
        int at = index * ENTRY_BYTES + Hash.LENGTH;
        return ((entries[at] & 0xFF) << 24)
                | ((entries[at + 1] & 0xFF) << 16)
                | ((entries[at + 2] & 0xFF) << 8)
                | (entries[at + 3] & 0xFF);
    }

    /** Puts chunks one behind the other. For one thread; of no more use when the sequence is made. */
    public static final class Builder {
        private static final int FIRST = 64;
        private static final int MOST = Integer.MAX_VALUE / ENTRY_BYTES;

        private ByteBuffer entries = ByteBuffer.allocate(FIRST * ENTRY_BYTES);
        private long total;

        /** @param size in bytes */
        public Builder add(Hash digest, int size) {
            if (!entries.hasRemaining()) {
                int room = (int) Math.min(2L * (entries.capacity() / ENTRY_BYTES), MOST) * ENTRY_BYTES;
                entries = ByteBuffer.wrap(Arrays.copyOf(entries.array(), room)).position(entries.capacity());
            }
            digest.writeTo(entries.array(), entries.position());
            entries.position(entries.position() + Hash.LENGTH).putInt(size);
            total += size;
            return this;
        }

        public ChunkSequence build() {
            return new ChunkSequence(entries.array(), entries.position() / ENTRY_BYTES, total);
        }
    }
}
