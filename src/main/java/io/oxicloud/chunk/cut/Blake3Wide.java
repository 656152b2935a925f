package io.oxicloud.chunk.cut;

import java.util.Arrays;

/**
 * Many whole BLAKE3 chunks side by side, for HotSpot: every word of state and message is an array with one lane per
 * chunk, and each quarter round is one plain counted loop over the lanes, which the compiler turns into vector
 * instructions with no flag and no incubating module. Not thread-safe.
 */
final class Blake3Wide {
    /** Most chunks taken at once. Many, because the compiler spends the first and last turns of a loop on single lanes. */
    static final int LANES = 128;

    /** Fewest chunks worth the detour. */
    static final int LEAST = 16;

    /** How many bytes to scan before hashing them, so that they fill the lanes and still lie in the cache. */
    static final int SLAB = LANES * Blake3.CHUNK_BYTES;

    /** Pairs are merged down to this many; the rest is quicker one by one. */
    private static final int NARROWEST = 8;

    private static final int[] PERMUTATION = {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};
    private static final int[] SCHEDULE = schedule();

    private final int[][] state = new int[16][LANES];
    private final int[][] message = new int[16][LANES];
    private final int[][] chaining = new int[8][LANES];

    /** Computes the chaining values of {@code count} whole chunks from {@code at} on; the first is number {@code counter}. */
    void hash(Bytes in, int at, int counter, int count) {
        reset(count);
        for (int block = 0; block < 16; block++) {
            load(in, at + Blake3Block.BYTES * block, count);
            for (int lane = 0; lane < count; lane++) {
                state[12][lane] = counter + lane;
            }
            compress(block == 0 ? Blake3Block.CHUNK_START : block == 15 ? Blake3Block.CHUNK_END : 0, count);
        }
    }

    /**
     * Merges neighbours while enough are left to fill the lanes; returns how many chaining values remain. Merges nothing
     * if {@code count} is not a power of two.
     */
    int reduce(int count) {
        int left = count;
        while (left > NARROWEST && Integer.bitCount(count) == 1) {
            left >>= 1;
            for (int word = 0; word < 8; word++) {
                split(chaining[word], message[word], message[word + 8], left);
            }
            reset(left);
            Arrays.fill(state[12], 0, left, 0);
            compress(Blake3Block.PARENT, left);
        }
        return left;
    }

    void copyChainingValue(int lane, int[] to, int toAt) {
        for (int word = 0; word < 8; word++) {
            to[toAt + word] = chaining[word][lane];
        }
    }

    private void reset(int count) {
        for (int word = 0; word < 8; word++) {
            Arrays.fill(chaining[word], 0, count, Blake3Block.IV[word]);
        }
    }

    /** Compresses the message under the chaining values and into them; {@code state[12]} holds the counters. */
    private void compress(int flags, int count) {
        for (int word = 0; word < 8; word++) {
            System.arraycopy(chaining[word], 0, state[word], 0, count);
        }
        for (int word = 0; word < 4; word++) {
            Arrays.fill(state[8 + word], 0, count, Blake3Block.IV[word]);
        }
        Arrays.fill(state[13], 0, count, 0);
        Arrays.fill(state[14], 0, count, Blake3Block.BYTES);
        Arrays.fill(state[15], 0, count, flags);
        for (int round = 0; round < Blake3Block.ROUNDS; round++) {
            round(16 * round, count);
        }
        for (int word = 0; word < 8; word++) {
            xor(state[word], state[word + 8], chaining[word], count);
        }
    }

    private void round(int step, int count) {
        for (int column = 0; column < 4; column++) {
            mix(column, 4 + column, 8 + column, 12 + column, step + 2 * column, count);
        }
        for (int diagonal = 0; diagonal < 4; diagonal++) {
            mix(
                    diagonal,
                    4 + (diagonal + 1) % 4,
                    8 + (diagonal + 2) % 4,
                    12 + (diagonal + 3) % 4,
                    step + 8 + 2 * diagonal,
                    count);
        }
    }

    private void mix(int a, int b, int c, int d, int step, int count) {
        int[] first = message[SCHEDULE[step]];
        int[] second = message[SCHEDULE[step + 1]];
        quarterRound(state[a], state[b], state[c], state[d], first, second, count);
    }

    /** The function G of the specification on every lane. */
    private static void quarterRound(int[] as, int[] bs, int[] cs, int[] ds, int[] first, int[] second, int count) {
        for (int lane = 0; lane < count; lane++) {
            int b = bs[lane];
            int a = as[lane] + b + first[lane];
            int d = Integer.rotateRight(ds[lane] ^ a, 16);
            int c = cs[lane] + d;
            b = Integer.rotateRight(b ^ c, 12);
            a += b + second[lane];
            d = Integer.rotateRight(d ^ a, 8);
            c += d;
            b = Integer.rotateRight(b ^ c, 7);
            as[lane] = a;
            bs[lane] = b;
            cs[lane] = c;
            ds[lane] = d;
        }
    }

    /** Transposes one block of every chunk. Chunk by chunk, so that each cache line is read once. */
    private void load(Bytes in, int at, int count) {
        int[] m0 = message[0];
        int[] m1 = message[1];
        int[] m2 = message[2];
        int[] m3 = message[3];
        int[] m4 = message[4];
        int[] m5 = message[5];
        int[] m6 = message[6];
        int[] m7 = message[7];
        int[] m8 = message[8];
        int[] m9 = message[9];
        int[] m10 = message[10];
        int[] m11 = message[11];
        int[] m12 = message[12];
        int[] m13 = message[13];
        int[] m14 = message[14];
        int[] m15 = message[15];
        for (int lane = 0; lane < count; lane++) {
            int from = at + Blake3.CHUNK_BYTES * lane;
            m0[lane] = in.word(from);
            m1[lane] = in.word(from + 4);
            m2[lane] = in.word(from + 8);
            m3[lane] = in.word(from + 12);
            m4[lane] = in.word(from + 16);
            m5[lane] = in.word(from + 20);
            m6[lane] = in.word(from + 24);
            m7[lane] = in.word(from + 28);
            m8[lane] = in.word(from + 32);
            m9[lane] = in.word(from + 36);
            m10[lane] = in.word(from + 40);
            m11[lane] = in.word(from + 44);
            m12[lane] = in.word(from + 48);
            m13[lane] = in.word(from + 52);
            m14[lane] = in.word(from + 56);
            m15[lane] = in.word(from + 60);
        }
    }

    private static void split(int[] from, int[] even, int[] odd, int pairs) {
        for (int i = 0; i < pairs; i++) {
            even[i] = from[2 * i];
            odd[i] = from[2 * i + 1];
        }
    }

    private static void xor(int[] a, int[] b, int[] to, int count) {
        for (int lane = 0; lane < count; lane++) {
            to[lane] = a[lane] ^ b[lane];
        }
    }

    private static int[] schedule() {
        int[] order = new int[16 * Blake3Block.ROUNDS];
        for (int i = 0; i < order.length; i++) {
            order[i] = i < 16 ? i : order[i - 16 - i % 16 + PERMUTATION[i % 16]];
        }
        return order;
    }
}
