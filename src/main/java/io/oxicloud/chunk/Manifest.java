package io.oxicloud.chunk;

import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** What a content is made of: its digest, size and CRC-32, and its chunks in order. Immutable. */
final class Manifest {
    /** Digest, size and life of a chunk. */
    static final int ENTRY_BYTES = Hash.LENGTH + 4 + 4;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final Hash digest;
    private final int crc32;

    /** One entry after the other, as the row keeps them; small, and nothing to unpack when a row is read. */
    private final byte[] entries;

    /** Where in the content each chunk ends. */
    private final long[] ends;

    private Manifest(Hash digest, int crc32, byte[] entries, long[] ends) {
        this.digest = digest;
        this.crc32 = crc32;
        this.entries = entries;
        this.ends = ends;
    }

    /** Reads what {@link #packed} wrote; the array is the manifest's from now on. */
    static Manifest unpack(Hash digest, int crc32, byte[] entries) {
        ByteBuffer sizes = ByteBuffer.wrap(entries);
        long[] ends = new long[entries.length / ENTRY_BYTES];
        long end = 0;
        for (int i = 0; i < ends.length; i++) {
            end += sizes.getInt(i * ENTRY_BYTES + Hash.LENGTH);
            ends[i] = end;
        }
        return new Manifest(digest, crc32, entries, ends);
    }

    /** Not to be changed. */
    byte[] packed() {
        return entries;
    }

    Hash digest() {
        return digest;
    }

    int crc32() {
        return crc32;
    }

    long size() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    int count() {
        return ends.length;
    }

    Chunk chunk(int index) {
        ByteBuffer entry = ByteBuffer.wrap(entries);
        int at = index * ENTRY_BYTES + Hash.LENGTH;
        var name = new BlobName(digest(index), entry.getInt(at + 4));
        return new Chunk(name, entry.getInt(at));
    }

    /** Of chunk {@code index}. */
    Hash digest(int index) {
        return Hash.of(entries, index * ENTRY_BYTES);
    }

    /** Whether chunk {@code index} has this digest, given as eight words with the first byte of each lowest. Makes no object. */
    boolean hasDigest(int index, int[] words) {
        int at = index * ENTRY_BYTES;
        int differing = 0;
        for (int i = 0; i < words.length; i++) {
            differing |= words[i] ^ (int) WORDS.get(entries, at + i * Integer.BYTES);
        }
        return differing == 0;
    }

    /** Where in the content chunk {@code index} begins. */
    long start(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    /** Where in the content chunk {@code index} ends. */
    long end(int index) {
        return ends[index];
    }

    /** Which chunk has the byte at {@code offset}; the offset lies within the content. */
    int indexAt(long offset) {
        int found = Arrays.binarySearch(ends, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** The same without lives. */
    ChunkSequence sequence() {
        var sequence = new ChunkSequence.Builder();
        for (int i = 0; i < ends.length; i++) {
            sequence.add(digest(i), (int) (end(i) - start(i)));
        }
        return sequence.build();
    }

    /** Bytes of each distinct chunk. */
    Map<Hash, Integer> sizes() {
        Map<Hash, Integer> sizes = new HashMap<>();
        for (int i = 0; i < ends.length; i++) {
            sizes.put(digest(i), (int) (end(i) - start(i)));
        }
        return sizes;
    }

    /** In the order in which their rows are locked. */
    SortedSet<Hash> distinctDigests() {
        SortedSet<Hash> digests = new TreeSet<>();
        for (int i = 0; i < ends.length; i++) {
            digests.add(digest(i));
        }
        return digests;
    }

    /** @param size in bytes */
    record Chunk(BlobName name, int size) {}
}
