package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The chunks of one upload in order, packed as its manifest keeps them, and found by their digests when they come again.
 * About 50 bytes for each chunk and no object, for an upload may have millions. For one thread at a time.
 */
final class ChunkList {
    private static final int FIRST_CHUNKS = 64;

    /** An array has no room for more: 3 TiB of the smallest chunks, 13 TiB of usual ones. */
    private static final int MAX_CHUNKS = Integer.MAX_VALUE / Manifest.ENTRY_BYTES;

    /** Entries of a manifest; the life is set in the first entry of each digest only. */
    private ByteBuffer entries = ByteBuffer.allocate(FIRST_CHUNKS * Manifest.ENTRY_BYTES);

    /**
     * Where the first entry of each digest begins, plus one; 0 is free. A digest's place is the one that its hash names,
     * or the next one that was free. As many places as a power of two, at least half of them free.
     */
    private int[] places = new int[2 * FIRST_CHUNKS];

    private int distinct;

    boolean isEmpty() {
        return entries.position() == 0;
    }

    /**
     * Lists a chunk.
     *
     * @param size in bytes
     * @return whether it is the first one of its digest, which then needs a life
     */
    boolean add(Hash digest, int size) {
        if (!entries.hasRemaining()) {
            int chunks = Math.min(2 * (entries.capacity() / Manifest.ENTRY_BYTES), MAX_CHUNKS);
            byte[] grown = Arrays.copyOf(entries.array(), chunks * Manifest.ENTRY_BYTES);
            entries = ByteBuffer.wrap(grown).position(entries.capacity());
        }
        int entry = entries.position();
        digest.writeTo(entries.array(), entry);
        entries.position(entry + Hash.LENGTH).putInt(size).putInt(0);
        int place = place(digest);
        if (places[place] != 0) {
            return false;
        }
        places[place] = entry + 1;
        distinct++;
        if (2 * distinct > places.length) {
            spread();
        }
        return true;
    }

    /** Names the life of all chunks of a digest that was added. */
    void setLife(Hash digest, int life) {
        entries.putInt(first(digest) + Hash.LENGTH + 4, life);
    }

    /** Of all chunks that were added; each digest must have its life. The list is not to be used after that. */
    Manifest manifest(Hash content, int crc32) {
        boolean anyAgain = distinct * Manifest.ENTRY_BYTES < entries.position();
        for (int entry = 0; anyAgain && entry < entries.position(); entry += Manifest.ENTRY_BYTES) {
            int first = first(Hash.of(entries.array(), entry));
            if (first != entry) {
                entries.putInt(entry + Hash.LENGTH + 4, entries.getInt(first + Hash.LENGTH + 4));
            }
        }
        byte[] packed = entries.hasRemaining() ? Arrays.copyOf(entries.array(), entries.position()) : entries.array();
        return Manifest.unpack(content, crc32, packed);
    }

    private int first(Hash digest) {
        int found = places[place(digest)];
        if (found == 0) {
            throw new IllegalStateException("chunk " + digest + " is not in the list");
        }
        return found - 1;
    }

    /** The place of this digest, or the free one that it would get. */
    private int place(Hash digest) {
        int mask = places.length - 1;
        int place = digest.hashCode() & mask;
        while (places[place] != 0 && !digest.isAt(entries.array(), places[place] - 1)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private void spread() {
        int[] old = places;
        places = new int[2 * old.length];
        for (int taken : old) {
            if (taken != 0) {
                places[place(Hash.of(entries.array(), taken - 1))] = taken;
            }
        }
    }
}
