package io.oxicloud.chunk.cut;

/**
 * BLAKE3 with a 32-byte digest over a stream (BLAKE3 specification of 2020; hash mode). Inputs may be up to 2 TiB.
 * Allocates nothing after construction; {@link #reset} makes an instance ready for the next stream. Not thread-safe.
 */
public final class Blake3 {
    static final int CHUNK_BYTES = 1024;

    private static final int BLOCKS_IN_CHUNK = CHUNK_BYTES / Blake3Block.BYTES;

    /** Subtrees that may wait in an input of 2 TiB, which is 2^31 chunks, and one for the chunk in progress. */
    private static final int MAX_DEPTH = 33;

    /*
     * A chunk of 1,024 bytes is a leaf of a binary tree. `stack` holds the chaining values of finished subtrees from left
     * to right; as in a binary counter, the sizes of the subtrees are the powers of two in `chunks`. Two neighbours of
     * equal size are merged only when the next value comes, since the last merge of all is the root's and flagged so. In
     * the same way a full block waits in `block` until more input shows that it is not the last one.
     */
    private final Blake3Wide wide = new Blake3Wide();
    private final int[] chaining = new int[8];
    private final int[] block = new int[16];
    private final int[] stack = new int[8 * MAX_DEPTH];
    private int blockLength;
    private int blocks;
    private int chunks;
    private int depth;

    public Blake3() {
        startChunk();
    }

    public void reset() {
        chunks = 0;
        depth = 0;
        startChunk();
    }

    /** Takes {@code length} more bytes from {@code offset} on. */
    public void update(Bytes in, int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            if (blockLength == Blake3Block.BYTES) {
                endBlock();
            }
            // a chunk that may turn out to be the only one is left to digest(), for it is the root
            boolean whole = chunks > 0 ? end - at >= CHUNK_BYTES : end - at > CHUNK_BYTES;
            at = whole && blocks + blockLength == 0 ? wholeChunks(in, at, end) : intoBlock(in, at, end);
        }
    }

    /** Writes the digest of all since the last reset as eight words, each with its first byte lowest. Reset comes next. */
    public void digest(int[] to) {
        int flags = Blake3Block.CHUNK_END | (blocks == 0 ? Blake3Block.CHUNK_START : 0);
        if (depth == 0) {
            compress(chaining, blockLength, flags | Blake3Block.ROOT, to, 0);
            return;
        }
        if (blocks + blockLength > 0) {
            compress(chaining, blockLength, flags, stack, push());
        }
        while (depth > 1) {
            merge(depth == 2 ? Blake3Block.ROOT : 0);
        }
        System.arraycopy(stack, 0, to, 0, 8);
    }

    /** The first word of the digest of at most 64 bytes, given as words that are padded with zeros. */
    static int firstWord(int[] words, int length) {
        int[] digest = new int[8];
        int only = Blake3Block.CHUNK_START | Blake3Block.CHUNK_END | Blake3Block.ROOT;
        Blake3Block.compress(Blake3Block.IV, 0, words, 0, 0, length, only, digest, 0);
        return digest[0];
    }

    private int wholeChunks(Bytes in, int offset, int end) {
        int at = offset;
        while (end - at >= CHUNK_BYTES) {
            // no further than to where all lanes make one subtree, or no subtree would be merged in them from here on
            int count = Math.min((end - at) / CHUNK_BYTES, Blake3Wide.LANES - chunks % Blake3Wide.LANES);
            if (count >= Blake3Wide.LEAST) {
                wideChunks(in, at, count);
                at += count * CHUNK_BYTES;
            } else {
                wholeChunk(in, at);
                at += CHUNK_BYTES;
            }
        }
        startChunk();
        return at;
    }

    private void wideChunks(Bytes in, int at, int count) {
        wide.hash(in, at, chunks, count);
        // subtrees of one size can be merged if the first begins where such a subtree may
        int subtrees = chunks % count == 0 ? wide.reduce(count) : count;
        for (int i = 0; i < subtrees; i++) {
            wide.copyChainingValue(i, stack, push());
            chunks += count / subtrees;
        }
    }

    private void wholeChunk(Bytes in, int at) {
        for (int i = 0; i < BLOCKS_IN_CHUNK; i++) {
            load(in, at + Blake3Block.BYTES * i);
            int flags = i == 0 ? Blake3Block.CHUNK_START : i == BLOCKS_IN_CHUNK - 1 ? Blake3Block.CHUNK_END : 0;
            compress(i == 0 ? Blake3Block.IV : chaining, Blake3Block.BYTES, flags, chaining, 0);
        }
        System.arraycopy(chaining, 0, stack, push(), 8);
        chunks++;
    }

    private int intoBlock(Bytes in, int offset, int end) {
        if (blockLength == 0 && end - offset >= Blake3Block.BYTES) {
            load(in, offset);
            blockLength = Blake3Block.BYTES;
            return offset + Blake3Block.BYTES;
        }
        int at = offset;
        while (at < end && blockLength < Blake3Block.BYTES) {
            block[blockLength >> 2] |= in.octet(at) << (8 * (blockLength & 3));
            blockLength++;
            at++;
        }
        return at;
    }

    /** Compresses the full block that waited, for more input follows; it may be the last one of its chunk. */
    private void endBlock() {
        if (blocks == BLOCKS_IN_CHUNK - 1) {
            compress(chaining, Blake3Block.BYTES, Blake3Block.CHUNK_END, stack, push());
            chunks++;
            startChunk();
        } else {
            compress(chaining, Blake3Block.BYTES, blocks == 0 ? Blake3Block.CHUNK_START : 0, chaining, 0);
            blocks++;
            clearBlock();
        }
    }

    private void startChunk() {
        System.arraycopy(Blake3Block.IV, 0, chaining, 0, 8);
        blocks = 0;
        clearBlock();
    }

    private void clearBlock() {
        for (int i = 0; i < 16; i++) {
            block[i] = 0;
        }
        blockLength = 0;
    }

    private void load(Bytes in, int at) {
        for (int i = 0; i < 16; i++) {
            block[i] = in.word(at + 4 * i);
        }
    }

    private void compress(int[] from, int length, int flags, int[] to, int toAt) {
        Blake3Block.compress(from, 0, block, 0, chunks, length, flags, to, toAt);
    }

    /** Merges what is complete; returns where on the stack the next chaining value goes. */
    private int push() {
        int complete = Integer.bitCount(chunks);
        while (depth > complete) {
            merge(0);
        }
        return 8 * depth++;
    }

    /** Replaces the two topmost chaining values by that of their parent. */
    private void merge(int flags) {
        depth--;
        int left = 8 * (depth - 1);
        Blake3Block.compress(
                Blake3Block.IV, 0, stack, left, 0, Blake3Block.BYTES, Blake3Block.PARENT | flags, stack, left);
    }
}
