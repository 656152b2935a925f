package io.oxicloud.chunk.cut;

/**
 * The compression function of BLAKE3 on one block of 64 bytes (BLAKE3 specification of 2020, section 2.2). Only the
 * first eight words of the result are formed: a 32-byte digest and every inner chaining value need no more.
 */
final class Blake3Block {
    static final int BYTES = 64;

    static final int CHUNK_START = 1;
    static final int CHUNK_END = 2;
    static final int PARENT = 4;
    static final int ROOT = 8;

    private static final int IV0 = 0x6A09E667;
    private static final int IV1 = 0xBB67AE85;
    private static final int IV2 = 0x3C6EF372;
    private static final int IV3 = 0xA54FF53A;

    static final int[] IV = {IV0, IV1, IV2, IV3, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};

    static final int ROUNDS = 7;

    private Blake3Block() {}

    /*
     * State and message live in local variables, so that no array is touched between loading and storing them. The block
     * comes as an array and not as sixteen parameters: browsers box an int argument that does not fit in 31 bits, which
     * costs two thirds of the speed. For the same reason a rotation is written out and not called.
     */

    /**
     * Compresses the sixteen words of {@code block} from {@code blockAt} on under the chaining value at {@code cvAt}, and
     * writes the eight words of the result, whose place may overlap either.
     *
     * @param counter number of the chunk, 0 for a parent; the upper word is taken as 0, so that inputs end at 2 TiB
     * @param length bytes of the block that count, from 0 to 64
     */
    static void compress(
            int[] cv, int cvAt, int[] block, int blockAt, int counter, int length, int flags, int[] to, int toAt) {
        int m0 = block[blockAt];
        int m1 = block[blockAt + 1];
        int m2 = block[blockAt + 2];
        int m3 = block[blockAt + 3];
        int m4 = block[blockAt + 4];
        int m5 = block[blockAt + 5];
        int m6 = block[blockAt + 6];
        int m7 = block[blockAt + 7];
        int m8 = block[blockAt + 8];
        int m9 = block[blockAt + 9];
        int m10 = block[blockAt + 10];
        int m11 = block[blockAt + 11];
        int m12 = block[blockAt + 12];
        int m13 = block[blockAt + 13];
        int m14 = block[blockAt + 14];
        int m15 = block[blockAt + 15];
        int v0 = cv[cvAt];
        int v1 = cv[cvAt + 1];
        int v2 = cv[cvAt + 2];
        int v3 = cv[cvAt + 3];
        int v4 = cv[cvAt + 4];
        int v5 = cv[cvAt + 5];
        int v6 = cv[cvAt + 6];
        int v7 = cv[cvAt + 7];
        int v8 = IV0;
        int v9 = IV1;
        int v10 = IV2;
        int v11 = IV3;
        int v12 = counter;
        int v13 = 0;
        int v14 = length;
        int v15 = flags;
        for (int round = 1; ; round++) {
            // the columns of the state
            v0 += v4 + m0;
            v12 ^= v0;
            v12 = v12 >>> 16 | v12 << 16;
            v8 += v12;
            v4 ^= v8;
            v4 = v4 >>> 12 | v4 << 20;
            v0 += v4 + m1;
            v12 ^= v0;
            v12 = v12 >>> 8 | v12 << 24;
            v8 += v12;
            v4 ^= v8;
            v4 = v4 >>> 7 | v4 << 25;
            v1 += v5 + m2;
            v13 ^= v1;
            v13 = v13 >>> 16 | v13 << 16;
            v9 += v13;
            v5 ^= v9;
            v5 = v5 >>> 12 | v5 << 20;
            v1 += v5 + m3;
            v13 ^= v1;
            v13 = v13 >>> 8 | v13 << 24;
            v9 += v13;
            v5 ^= v9;
            v5 = v5 >>> 7 | v5 << 25;
            v2 += v6 + m4;
            v14 ^= v2;
            v14 = v14 >>> 16 | v14 << 16;
            v10 += v14;
            v6 ^= v10;
            v6 = v6 >>> 12 | v6 << 20;
            v2 += v6 + m5;
            v14 ^= v2;
            v14 = v14 >>> 8 | v14 << 24;
            v10 += v14;
            v6 ^= v10;
            v6 = v6 >>> 7 | v6 << 25;
            v3 += v7 + m6;
            v15 ^= v3;
            v15 = v15 >>> 16 | v15 << 16;
            v11 += v15;
            v7 ^= v11;
            v7 = v7 >>> 12 | v7 << 20;
            v3 += v7 + m7;
            v15 ^= v3;
            v15 = v15 >>> 8 | v15 << 24;
            v11 += v15;
            v7 ^= v11;
            v7 = v7 >>> 7 | v7 << 25;
            // its diagonals
            v0 += v5 + m8;
            v15 ^= v0;
            v15 = v15 >>> 16 | v15 << 16;
            v10 += v15;
            v5 ^= v10;
            v5 = v5 >>> 12 | v5 << 20;
            v0 += v5 + m9;
            v15 ^= v0;
            v15 = v15 >>> 8 | v15 << 24;
            v10 += v15;
            v5 ^= v10;
            v5 = v5 >>> 7 | v5 << 25;
            v1 += v6 + m10;
            v12 ^= v1;
            v12 = v12 >>> 16 | v12 << 16;
            v11 += v12;
            v6 ^= v11;
            v6 = v6 >>> 12 | v6 << 20;
            v1 += v6 + m11;
            v12 ^= v1;
            v12 = v12 >>> 8 | v12 << 24;
            v11 += v12;
            v6 ^= v11;
            v6 = v6 >>> 7 | v6 << 25;
            v2 += v7 + m12;
            v13 ^= v2;
            v13 = v13 >>> 16 | v13 << 16;
            v8 += v13;
            v7 ^= v8;
            v7 = v7 >>> 12 | v7 << 20;
            v2 += v7 + m13;
            v13 ^= v2;
            v13 = v13 >>> 8 | v13 << 24;
            v8 += v13;
            v7 ^= v8;
            v7 = v7 >>> 7 | v7 << 25;
            v3 += v4 + m14;
            v14 ^= v3;
            v14 = v14 >>> 16 | v14 << 16;
            v9 += v14;
            v4 ^= v9;
            v4 = v4 >>> 12 | v4 << 20;
            v3 += v4 + m15;
            v14 ^= v3;
            v14 = v14 >>> 8 | v14 << 24;
            v9 += v14;
            v4 ^= v9;
            v4 = v4 >>> 7 | v4 << 25;
            if (round == ROUNDS) {
                break;
            }
            // the next round takes the words in another order, which is two rings of eight
            int first0 = m0;
            m0 = m2;
            m2 = m3;
            m3 = m10;
            m10 = m12;
            m12 = m9;
            m9 = m11;
            m11 = m5;
            m5 = first0;
            int first1 = m1;
            m1 = m6;
            m6 = m4;
            m4 = m7;
            m7 = m13;
            m13 = m14;
            m14 = m15;
            m15 = m8;
            m8 = first1;
        }
        to[toAt] = v0 ^ v8;
        to[toAt + 1] = v1 ^ v9;
        to[toAt + 2] = v2 ^ v10;
        to[toAt + 3] = v3 ^ v11;
        to[toAt + 4] = v4 ^ v12;
        to[toAt + 5] = v5 ^ v13;
        to[toAt + 6] = v6 ^ v14;
        to[toAt + 7] = v7 ^ v15;
    }
}
